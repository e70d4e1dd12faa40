// The envelope of a paginated list: records and `meta`.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { limits } from '../../../contract/limits.ts';
import type { Meta, PageParameters } from '../../../contract/schemas/common.ts';
import type { Config } from '../../config.ts';
import type { Page, PageRequest } from '../../storage/page/page.ts';
import { baseUrl } from '../wire/base-url.ts';

export function pageRequest(query: Static<typeof PageParameters>): PageRequest {
  return {
    page: Math.min(query.page ?? 1, Number.MAX_SAFE_INTEGER),
    size: query.results_per_page ?? limits.defaultPageSize,
  };
}

export interface Listed extends PageRequest {
  /** Filters to repeat in the page URLs. */
  filters?: Record<string, string>;
  /** The path of the list, if it differs from the requested one. */
  route?: string;
}

export function listing<Row, Item>(
  request: FastifyRequest,
  config: Config,
  { page, size, filters = {}, route = request.routeOptions.url! }: Listed,
  { rows, total }: Page<Row>,
  present: (row: Row) => Item,
): { status: true; response: Item[]; meta: Static<typeof Meta> } {
  const values = request.params as Record<string, unknown>;
  const path = baseUrl(request, config) + route.replace(/:(\w+)/g, (_, name) => String(values[name]));
  return {
    status: true,
    response: rows.map(present),
    meta: metaOf(path, { page, size, filters }, { shown: rows.length, total }),
  };
}

/** `path` is the absolute URL of the list. */
export function metaOf(
  path: string,
  { page, size, filters = {} }: Omit<Listed, 'route'>,
  { shown, total }: { shown: number; total: number },
): Static<typeof Meta> {
  const lastPage = Math.max(1, Math.ceil(total / size));
  const from = shown === 0 ? 0 : (page - 1) * size + 1;

  const urlOf = (number: number): string => {
    const query = new URLSearchParams({ page: String(number) });
    if (size !== limits.defaultPageSize) query.set('results_per_page', String(size));
    for (const [name, value] of Object.entries(filters)) query.set(name, value);
    return `${path}?${query}`;
  };

  return {
    current_page: page,
    first_page_url: urlOf(1),
    from,
    last_page: lastPage,
    last_page_url: urlOf(lastPage),
    next_page_url: page < lastPage ? urlOf(page + 1) : null,
    path,
    per_page: size,
    prev_page_url: page > 1 ? urlOf(page - 1) : null,
    to: shown === 0 ? 0 : from + shown - 1,
    total,
  };
}
