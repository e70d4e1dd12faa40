// What was counted, in the shapes of the contract. Reading takes as many rows as there are keys, never visits: what is
// settled by key, and the few rows of what is not yet.
import type { Static } from 'typebox';
import type { Breakdown, Clicks } from '../../contract/schemas/analytics.ts';
import { editionsOf } from '../storage/editions.ts';
import type { Executor, VisitFreshRow, VisitTotalRow } from '../storage/tables.ts';
import {
  ALL_LINKS,
  clicksByLink,
  type Dimension,
  freshOf,
  PAGE,
  settledImpressions,
  totalsOf,
} from '../storage/visits.ts';
import { addCount, addWritten, type Counts } from './counts.ts';
import { countryName } from './geography.ts';
import { cityOf, keyed } from './keyed.ts';

export { findLinkBySlug } from '../storage/links.ts';

export function viewsReport(executor: Executor, accountId: number): Promise<Static<typeof Breakdown>> {
  return breakdown(executor, accountId, PAGE);
}

export function linkReport(executor: Executor, accountId: number, linkId: number): Promise<Static<typeof Breakdown>> {
  return breakdown(executor, accountId, linkId);
}

export async function clicksReport(executor: Executor, accountId: number): Promise<Static<typeof Clicks>> {
  const rows = await clicksByLink(executor, accountId);
  const settled = await totalsOf(executor, accountId, ALL_LINKS);
  const fresh = Map.groupBy(await freshOf(executor, accountId), (row) => row.target_id);
  const together = totalOf(countsOf(settled, fresh.get(ALL_LINKS)));
  const links = rows.map(({ id, slug, url, visits, uniques }) => {
    const { visits: more, unique } = totalOf(countsOf([], fresh.get(id)));
    return { key: slug, link: url, visits: (visits ?? 0) + more, unique: (uniques ?? 0) + unique };
  });
  return {
    links: keyed(
      links,
      (row) => row.visits,
      ({ visits, unique, link }) => ({ visits, unique, link }),
    ),
    insight: together,
  };
}

/** How many views of the page each link was on, by its id. */
export async function impressionsByLink(executor: Executor, accountId: number): Promise<Map<number, number>> {
  const settled = await settledImpressions(executor, accountId);
  const impressions = new Map(settled.map(({ target_id, visits }) => [target_id, visits]));
  const fresh = countsOf([], await freshOf(executor, accountId, PAGE)).get('edition');
  if (!fresh) return impressions;
  for (const { edition, links } of await editionsOf(executor, accountId)) {
    const views = fresh.get(edition)?.visits ?? 0;
    for (const id of JSON.parse(links) as number[]) impressions.set(id, (impressions.get(id) ?? 0) + views);
  }
  return impressions;
}

async function breakdown(executor: Executor, accountId: number, targetId: number): Promise<Static<typeof Breakdown>> {
  const settled = await totalsOf(executor, accountId, targetId);
  const counts = countsOf(settled, await freshOf(executor, accountId, targetId));
  const map = <T>(dimension: Dimension, entry: (key: string) => T) =>
    keyed(
      [...(counts.get(dimension) ?? [])].map(([key, count]) => ({ key, ...count })),
      (row) => row.visits,
      ({ key, visits, uniques: unique }) => ({ visits, unique, ...entry(key) }),
    );

  return {
    countries: map('country', (iso) => ({ name: countryName(iso) })),
    cities: map('city', cityOf),
    devices: map('os', (name) => ({ name })),
    browsers: map('browser', (name) => ({ name })),
    getviews: totalOf(counts),
  };
}

/** What is settled and what is not yet, together. */
function countsOf(
  settled: readonly Pick<VisitTotalRow, 'dimension' | 'key' | 'visits' | 'uniques'>[],
  fresh: readonly Pick<VisitFreshRow, 'counts'>[] = [],
): Counts {
  const counts: Counts = new Map();
  for (const { dimension, key, visits, uniques } of settled) {
    addCount(counts, dimension as Dimension, key, visits, uniques);
  }
  for (const row of fresh) addWritten(counts, row.counts);
  return counts;
}

function totalOf(counts: Counts): { visits: number; unique: number } {
  const { visits = 0, uniques = 0 } = counts.get('total')?.get('') ?? {};
  return { visits, unique: uniques };
}
