// What the numbers screen asks for: one series, one list of links and one set of breakdowns. Old numbers stay on the
// screen while new ones load.
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  type Breakdowns,
  FingerpostError,
  type GetBreakdownsQuery,
  type Link,
  type LinkFigures,
  type PageOf,
  type Series,
} from '../../../../clients/typescript/index.ts';
import { formatDay } from '../../../../contract/time.ts';
import { api } from '../../api/client.ts';
import { ownFetch } from '../../api/own-fetch.ts';
import { dotted } from '../../isolation.ts';
import { downloadBlob } from '../download.ts';
import { type Dimension, dimensions } from './cards/dimensions.ts';
import { type FilterName, filterNames, type StatsView } from './view/stats-view.ts';
import { type PeriodQuery, periodQuery, type StatsPeriod } from './view/use-stats-view.ts';
import type { Words } from './words.ts';

export const SHOWN_ROWS = 10;
/** As many as the API gives at once. */
const MAX_ROWS = 250;

/** All that the numbers on the screen depend on. */
export interface Scope {
  readonly view: StatsView;
  readonly period: StatsPeriod;
  /** Undefined for the page. */
  readonly slug: string | undefined;
}

export interface Requests {
  readonly series: SeriesQuery;
  readonly breakdowns: BaseQuery;
  readonly links: BaseQuery & Compare;
}

type Compare = { compare?: 'previous' | 'year' };
type BaseQuery = PeriodQuery & Pick<GetBreakdownsQuery, FilterName> & { link_slug?: string };
type SeriesQuery = BaseQuery & Compare & { interval: StatsPeriod['interval'] };

function requestsFor({ view, period, slug }: Scope): Requests {
  // The API checks the values: what the address bar says may be anything.
  const base = { ...periodQuery(view, period), ...view.filters } as BaseQuery;
  const ofLink = slug === undefined ? base : { ...base, link_slug: slug };
  const { range } = period;
  const days = range ? { from: formatDay(range.first), to: formatDay(range.last) } : {};
  // There is nothing before all time.
  const compare = view.compare === 'off' || view.range === 'all' ? {} : { compare: view.compare };
  return {
    series: { ...ofLink, ...days, interval: period.interval, ...compare },
    breakdowns: ofLink,
    links: { ...base, ...compare },
  };
}

export function useSeries(scope: Scope): UseQueryResult<Series> {
  const { series } = requestsFor(scope);
  return useQuery({
    queryKey: ['stats', 'series', series],
    queryFn: ({ signal }) => api.analytics.getSeries(series, { signal }),
    enabled: scope.period.range !== undefined,
    placeholderData: keepPreviousData,
  });
}

const allDimensions = dimensions.join(',');

export function useBreakdowns(scope: Scope): UseQueryResult<Breakdowns> {
  const query = { ...requestsFor(scope).breakdowns, dimensions: allDimensions, limit: SHOWN_ROWS };
  return useQuery({
    queryKey: ['stats', 'breakdowns', query],
    queryFn: ({ signal }) => api.analytics.getBreakdowns(query, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Many rows of one dimension. */
export function useAllRows(scope: Scope, dimension: Dimension, enabled = true): UseQueryResult<Breakdowns> {
  const query = { ...requestsFor(scope).breakdowns, dimensions: dimension, limit: MAX_ROWS };
  return useQuery({
    queryKey: ['stats', 'breakdowns', query],
    queryFn: ({ signal }) => api.analytics.getBreakdowns(query, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

export function useLinks(scope: Scope, count: 10 | 250): UseQueryResult<PageOf<LinkFigures>> {
  const query = { ...requestsFor(scope).links, results_per_page: count };
  return useQuery({
    queryKey: ['stats', 'links', query],
    queryFn: ({ signal }) => api.analytics.listLinkFigures(query, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The link of a current or former slug. */
export function useLink(slug: string | undefined): Link | undefined {
  const { data } = useQuery({
    queryKey: ['stats', 'link', slug],
    queryFn: ({ signal }) => findLink(slug!, signal),
    enabled: slug !== undefined,
  });
  return data ?? undefined;
}

async function findLink(slug: string, signal: AbortSignal): Promise<Link | null> {
  let former: Link | null = null;
  for await (const link of api.links.each({ results_per_page: MAX_ROWS }, { signal })) {
    if (link.slug === slug) return link;
    if (link.former_slugs.includes(slug)) former = link;
  }
  return former;
}

/** Whether anything was ever counted. Asked only if a period is empty. */
export function useHasVisits(slug: string | undefined, enabled: boolean): boolean | undefined {
  const query = { dimensions: 'kind', limit: 1, ...(slug !== undefined && { link_slug: slug }) };
  const { data } = useQuery({
    queryKey: ['stats', 'ever', query],
    queryFn: ({ signal }) => api.analytics.getBreakdowns(query, { signal }),
    enabled,
  });
  return data && data.total.visits + data.dimensions[0]!.total.visits > 0;
}

export type Table = 'series' | 'links' | Dimension;

/** The whole table behind what is shown, as the service writes it. */
export async function downloadTable(scope: Scope, table: Table): Promise<void> {
  const { series, links, breakdowns } = requestsFor(scope);
  const [path, query] =
    table === 'series'
      ? (['series', series] as const)
      : table === 'links'
        ? (['links', links] as const)
        : (['breakdown', { ...breakdowns, dimension: table }] as const);
  const url = `/api/v1/analytics/${path}?${new URLSearchParams({ ...query })}`;
  const ask = () => ownFetch(url, { headers: { accept: 'text/csv' } });
  let answer = await ask();
  if (answer.status === 401) {
    // Asks to sign in. The file itself is not read by the client, which knows JSON only.
    await api.user.get();
    answer = await ask();
  }
  if (!answer.ok) throw await failureIn(answer);
  downloadBlob(`${fileName(scope, table)}.csv`, await answer.blob());
}

async function failureIn(answer: Response): Promise<FingerpostError> {
  const code = answer.status === 429 ? 'rate_limited' : 'unexpected_answer';
  return new FingerpostError(code, answer.statusText, { status: answer.status });
}

/** Below a picture: the period, the time zone and the filters. */
export function captionFor({ view, period: { range, timezone } }: Scope, words: Words): string {
  const filters = filterNames.flatMap((name) => {
    const value = view.filters[name];
    return value === undefined ? [] : [words.name(name, value)];
  });
  return dotted([range && words.days(range), timezone, ...filters]);
}

/** Says what is in it: `ada-country-2026-10-18-to-2026-11-16-Europe-Berlin-browser-Firefox`. */
export function fileName({ view, period, slug }: Scope, table: Table): string {
  const { from = 'all', to } = periodQuery(view, period);
  const filters = Object.entries(view.filters).flat();
  const parts = [slug ?? 'page', table, from, ...(to ? ['to', to] : ['time']), period.timezone, ...filters];
  return parts
    .map((part) => part.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-'))
    .join('-')
    .slice(0, 180);
}
