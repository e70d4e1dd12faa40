// One page of a listing, and how many records there are in all.
import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../tables.ts';

export interface PageRequest {
  page: number;
  size: number;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** `matching` says which records there are, `ordered` is the same with columns and order. */
export async function readPage<Table extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, Table, object>,
  ordered: SelectQueryBuilder<Tables, Table, Row>,
  { page, size }: PageRequest,
): Promise<Page<Row>> {
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  // However far the page is, the offset stays a number that both stores take.
  const offset = Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER);
  if (offset >= total) return { rows: [], total };
  return { rows: await ordered.limit(size).offset(offset).execute(), total };
}
