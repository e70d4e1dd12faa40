// Recent counts of a page say which link set was viewed, not which links it showed.
import type { Executor } from '../../storage/tables.ts';
import { linkSetsOf } from '../../storage/visits/link-sets.ts';
import { RECENT } from '../../storage/visits/visit-periods.ts';

/** Returns the links of a link set. Reads nothing if none of the rows is recent. */
export async function shownLinks(
  executor: Executor,
  accountId: number,
  rows: readonly { range: number }[],
): Promise<(linkSet: string) => number[]> {
  if (rows.every(({ range }) => range !== RECENT)) return () => [];
  const linkSets = await linkSetsOf(executor, accountId);
  const links = new Map(linkSets.map(({ edition: linkSet, links }) => [linkSet, JSON.parse(links) as number[]]));
  return (linkSet) => links.get(linkSet) ?? [];
}
