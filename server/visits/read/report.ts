// Reports in the shapes of the contract. They read one row per key instead of one per visit, plus the few rows of fresh
// counts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { Breakdown, Clicks, LinkFigures } from '../../../contract/schemas/analytics.ts';
import { DAY, type Micros } from '../../../contract/time.ts';
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import type { Executor } from '../../storage/tables.ts';
import { editionsOf } from '../../storage/visits/editions.ts';
import {
  boundsOfCounts,
  type CountRow,
  clicksByLink,
  countsBetween,
  countsOf,
  impressionRows,
} from '../../storage/visits/visit-counts.ts';
import { QUARTER } from '../../storage/visits/visit-events.ts';
import { ALL_LINKS, type Dimension, PAGE } from '../../storage/visits/visits.ts';
import { addCount, addWritten, type Count, type Counts } from '../count/counts.ts';
import { countryName } from '../record/geography.ts';
import { cityOf, keyed } from './keyed.ts';

export function viewsReport(executor: Executor, accountId: number): Promise<Static<typeof Breakdown>> {
  return breakdown(executor, accountId, PAGE);
}

export function linkReport(executor: Executor, accountId: number, linkId: number): Promise<Static<typeof Breakdown>> {
  return breakdown(executor, accountId, linkId);
}

export async function clicksReport(executor: Executor, accountId: number): Promise<Static<typeof Clicks>> {
  const links = await clicksOf(executor, accountId);
  const together = added(await countsOf(executor, accountId, ALL_LINKS, 'total'));
  return {
    links: keyed(
      links.map(({ slug, ...row }) => ({ key: slug, ...row })),
      (row) => row.visits,
      ({ visits, unique, link }) => ({ visits, unique, link }),
    ),
    insight: totalOf(together),
  };
}

async function clicksOf(executor: Executor, accountId: number) {
  const rows = await clicksByLink(executor, accountId);
  const fresh = new Map<number, Counts>();
  for (const { id, fresh: text } of rows) {
    if (text !== null) fresh.set(id, addWritten(fresh.get(id) ?? new Map(), text));
  }
  return rows
    .filter((row) => row.fresh === null)
    .map(({ id, slug, url, visits, uniques }) => {
      const { visits: more, unique } = totalOf(fresh.get(id) ?? new Map());
      return { id, slug, link: url, visits: (visits ?? 0) + more, unique: (uniques ?? 0) + unique };
    });
}

export interface KeyCount {
  key: string;
  name: string;
  visits: number;
  unique: number;
}

/** Both are midnight UTC. Without a span, reports cover everything ever counted. */
export interface Span {
  from: Micros;
  to: Micros;
}

/** The keys of one dimension of the page's views or of a link's clicks, largest first. */
export async function dimensionReport(
  executor: Executor,
  accountId: number,
  targetId: number,
  dimension: VisitDimension,
  span?: Span,
): Promise<KeyCount[]> {
  const counts = span
    ? await countsInSpan(executor, accountId, targetId, dimension, span)
    : added(await countsOf(executor, accountId, targetId, dimension));
  return largestFirst(counts.get(dimension) ?? new Map(), dimension);
}

/** Largest first, with display names. */
export function largestFirst(counts: ReadonlyMap<string, Count>, dimension: VisitDimension): KeyCount[] {
  return [...counts]
    .map(([key, { visits, uniques }]) => ({ key, name: nameOf(dimension, key), visits, unique: uniques }))
    .sort((a, b) => b.visits - a.visits || (a.key < b.key ? -1 : 1));
}

/** Reads one day at a time, so that a long span does not block the event loop. */
async function countsInSpan(
  executor: Executor,
  accountId: number,
  targetId: number,
  dimension: VisitDimension,
  span: Span,
): Promise<Counts> {
  const counts: Counts = new Map();
  const bounds = await boundsOfCounts(executor, accountId, targetId);
  if (!bounds) return counts;
  const end = Math.min(span.to, bounds.last + QUARTER);
  for (let from = Math.max(span.from, bounds.first); from < end; from += DAY) {
    const range = { from, to: Math.min(from + DAY, end) };
    added(await countsBetween(executor, accountId, targetId, dimension, range), counts);
    await nextTurn();
  }
  return counts;
}

function nameOf(dimension: VisitDimension, key: string): string {
  if (dimension === 'country') return countryName(key);
  return dimension === 'city' ? cityOf(key).name : key;
}

/** Impressions and clicks of each link, most clicks first. */
export async function linkFigures(executor: Executor, accountId: number): Promise<Static<typeof LinkFigures>[]> {
  const clicks = await clicksOf(executor, accountId);
  const impressions = await impressionsByLink(executor, accountId);
  return clicks
    .map(({ id, slug, link, visits, unique }) => {
      return { id, slug, link, impressions: impressions.get(id) ?? 0, visits, unique };
    })
    .sort((a, b) => b.visits - a.visits || b.impressions - a.impressions || (a.slug < b.slug ? -1 : 1));
}

/** Impressions by link id. */
export async function impressionsByLink(executor: Executor, accountId: number): Promise<Map<number, number>> {
  const impressions = new Map<number, number>();
  const ofPage: Counts = new Map();
  for (const { target_id, visits, fresh } of await impressionRows(executor, accountId)) {
    if (fresh === null) impressions.set(target_id, visits);
    else addWritten(ofPage, fresh);
  }
  const fresh = ofPage.get('edition');
  if (!fresh) return impressions;
  for (const { edition, links } of await editionsOf(executor, accountId)) {
    const views = fresh.get(edition)?.visits ?? 0;
    for (const id of JSON.parse(links) as number[]) impressions.set(id, (impressions.get(id) ?? 0) + views);
  }
  return impressions;
}

async function breakdown(executor: Executor, accountId: number, targetId: number): Promise<Static<typeof Breakdown>> {
  const counts = added(await countsOf(executor, accountId, targetId));
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

/** Adds up settled and fresh counts. */
function added(rows: readonly CountRow[], counts: Counts = new Map()): Counts {
  for (const { dimension, key, visits, uniques, fresh } of rows) {
    if (fresh === null) addCount(counts, dimension, key, visits, uniques);
    else addWritten(counts, fresh);
  }
  return counts;
}

function totalOf(counts: Counts): { visits: number; unique: number } {
  const { visits = 0, uniques = 0 } = counts.get('total')?.get('') ?? {};
  return { visits, unique: uniques };
}
