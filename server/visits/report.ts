// What was counted, in the shapes of the contract. Reading takes as many rows as there are keys, never visits: what is
// settled by key, and the few rows of what is not yet.
import type { Static } from 'typebox';
import type { Breakdown, Clicks, LinkFigures } from '../../contract/schemas/analytics.ts';
import type { VisitDimension } from '../../contract/vocabulary.ts';
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
  const links = await clicksOf(executor, accountId);
  const settled = await totalsOf(executor, accountId, ALL_LINKS, 'total');
  return {
    links: keyed(
      links.map(({ slug, ...row }) => ({ key: slug, ...row })),
      (row) => row.visits,
      ({ visits, unique, link }) => ({ visits, unique, link }),
    ),
    insight: totalOf(countsOf(settled, await freshOf(executor, accountId, ALL_LINKS))),
  };
}

async function clicksOf(executor: Executor, accountId: number) {
  const rows = await clicksByLink(executor, accountId);
  const fresh = Map.groupBy(await freshOf(executor, accountId), (row) => row.target_id);
  return rows.map(({ id, slug, url, visits, uniques }) => {
    const { visits: more, unique } = totalOf(countsOf([], fresh.get(id)));
    return { id, slug, link: url, visits: (visits ?? 0) + more, unique: (uniques ?? 0) + unique };
  });
}

export interface KeyCount {
  key: string;
  name: string;
  visits: number;
  unique: number;
}

/** The keys of one dimension of the page's views, or of a link's clicks: the largest first. */
export async function dimensionReport(
  executor: Executor,
  accountId: number,
  targetId: number,
  dimension: VisitDimension,
): Promise<KeyCount[]> {
  const settled = await totalsOf(executor, accountId, targetId, dimension);
  const counts = countsOf(settled, await freshOf(executor, accountId, targetId)).get(dimension) ?? [];
  return [...counts]
    .map(([key, { visits, uniques }]) => ({ key, name: nameOf(dimension, key), visits, unique: uniques }))
    .sort((a, b) => b.visits - a.visits || (a.key < b.key ? -1 : 1));
}

function nameOf(dimension: VisitDimension, key: string): string {
  if (dimension === 'country') return countryName(key);
  return dimension === 'city' ? cityOf(key).name : key;
}

/** What each link was worth: how often it was seen, and followed; the most followed first. */
export async function linkFigures(executor: Executor, accountId: number): Promise<Static<typeof LinkFigures>[]> {
  const clicks = await clicksOf(executor, accountId);
  const impressions = await impressionsByLink(executor, accountId);
  return clicks
    .map(({ id, slug, link, visits, unique }) => {
      return { id, slug, link, impressions: impressions.get(id) ?? 0, visits, unique };
    })
    .sort((a, b) => b.visits - a.visits || b.impressions - a.impressions || (a.slug < b.slug ? -1 : 1));
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
