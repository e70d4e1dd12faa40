// What was counted, in the shapes of the contract. Reading takes as many rows as there are keys, never visits.
import type { Static } from 'typebox';
import type { Breakdown, Clicks } from '../../contract/schemas/analytics.ts';
import type { Executor } from '../storage/tables.ts';
import { ALL_LINKS, clicksByLink, type Dimension, PAGE, totalsOf } from '../storage/visits.ts';

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
  const [together] = await totalsOf(executor, accountId, ALL_LINKS);
  return {
    links: keyed(
      rows.map((row) => ({ key: row.slug, link: row.url, visits: row.visits ?? 0, unique: row.uniques ?? 0 })),
      (row) => row.visits,
      ({ visits, unique, link }) => ({ visits, unique, link }),
    ),
    insight: { visits: together?.visits ?? 0, unique: together?.uniques ?? 0 },
  };
}

async function breakdown(executor: Executor, accountId: number, targetId: number): Promise<Static<typeof Breakdown>> {
  const rows = await totalsOf(executor, accountId, targetId);
  const map = <T>(dimension: Dimension, entry: (key: string) => T) =>
    keyed(
      rows.filter((row) => row.dimension === dimension),
      (row) => row.visits,
      ({ key, visits, uniques: unique }) => ({ visits, unique, ...entry(key) }),
    );
  const total = rows.find((row) => row.dimension === 'total');

  return {
    countries: map('country', (iso) => ({ name: countryName(iso) })),
    cities: map('city', cityOf),
    devices: map('os', (name) => ({ name })),
    browsers: map('browser', (name) => ({ name })),
    getviews: { visits: total?.visits ?? 0, unique: total?.uniques ?? 0 },
  };
}
