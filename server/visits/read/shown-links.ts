// Fresh counts of a page say which edition was viewed, not which links it showed.
import type { Executor } from '../../storage/tables.ts';
import { editionsOf } from '../../storage/visits/editions.ts';
import { FRESH } from '../../storage/visits/visit-periods.ts';

/** Returns the links of an edition. Reads nothing if none of the rows is fresh. */
export async function shownLinks(
  executor: Executor,
  accountId: number,
  rows: readonly { range: number }[],
): Promise<(edition: string) => number[]> {
  if (rows.every(({ range }) => range !== FRESH)) return () => [];
  const editions = await editionsOf(executor, accountId);
  const links = new Map(editions.map(({ edition, links }) => [edition, JSON.parse(links) as number[]]));
  return (edition) => links.get(edition) ?? [];
}
