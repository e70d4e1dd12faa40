// One page of a listing, and the total number of records.
import type { SelectQueryBuilder } from 'kysely';

export interface PageRequest {
  page: number;
  size: number;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** `matching` selects the records, `ordered` is the same query with columns and order. */
export async function readPage<From, Table extends keyof From, Row>(
  matching: SelectQueryBuilder<From, Table, object>,
  ordered: SelectQueryBuilder<From, Table, Row>,
  { page, size }: PageRequest,
): Promise<Page<Row>> {
  const counted = matching.select((eb) => eb.fn.countAll<number>().as('total'));
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number };
  // Limits the offset of a very high page number to what both engines accept.
  const offset = Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER);
  if (offset >= total) return { rows: [], total };
  return { rows: await ordered.limit(size).offset(offset).execute(), total };
}
