// Reports in the shapes of the contract. They read one row per key instead of one per visit, plus the few rows of recent
// counts.
import type { Static } from 'typebox';
import type { Breakdown, Clicks, LinkFigures } from '../../../contract/schemas/analytics.ts';
import type { Executor } from '../../storage/tables.ts';
import { linkSetsOf } from '../../storage/visits/link-sets.ts';
import { clicksByLink, countsOf, impressionRows, type LinkCountRow } from '../../storage/visits/visit-counts.ts';
import { ALL_LINKS, type Dimension, PAGE } from '../../storage/visits/visits.ts';
import { OTHER } from '../count/bounded-keys.ts';
import { addWritten, type Count, type Counts } from '../count/counts.ts';
import { nameOf } from './dimension-report.ts';
import { cityOf, keyed } from './keyed.ts';
import { rangeCounts } from './range-counts.ts';
import { added, EVER, everything, type Selection, selectedClicks, selectedFigures, totalOf } from './selection.ts';
import { sharedLinks } from './shared-figures.ts';

export function viewsReport(
  executor: Executor,
  accountId: number,
  selection?: Selection,
): Promise<Static<typeof Breakdown>> {
  return linkReport(executor, accountId, PAGE, selection);
}

/** Of a link, or of the page. */
export async function linkReport(
  executor: Executor,
  accountId: number,
  targetId: number,
  selection = everything,
): Promise<Static<typeof Breakdown>> {
  const wanted = { dimensions: ['country', 'city', 'os', 'browser'], quarters: false } as const;
  const { counts } = await selectedFigures(executor, accountId, targetId, wanted, selection);
  const map = <T>(dimension: Dimension, entry: (key: string) => T) =>
    keyed(
      [...(counts.get(dimension) ?? [])].map(([key, count]) => ({ key, ...count })),
      (row) => row.visits,
      ({ key, visits, uniques: unique }) => ({ visits, unique, ...entry(key) }),
    );
  return {
    countries: map('country', (iso) => ({ name: nameOf('country', iso) })),
    cities: map('city', cityOf),
    devices: map('os', (name) => ({ name })),
    browsers: map('browser', (name) => ({ name })),
    getviews: presentCount(totalOf(counts)),
  };
}

export async function clicksReport(
  executor: Executor,
  accountId: number,
  selection = everything,
  onlyLink?: number,
): Promise<Static<typeof Clicks>> {
  const { links, total } = narrowed(await clicksOf(executor, accountId, selection), onlyLink);
  return {
    links: keyed(
      links.map(({ slug, ...row }) => ({ key: slug, ...row })),
      (row) => row.visits,
      ({ visits, unique, link }) => ({ visits, unique, link }),
    ),
    insight: presentCount(total),
  };
}

/** Impressions and clicks of each link, most clicks first. */
export async function linkFigures(
  executor: Executor,
  accountId: number,
  selection = everything,
  onlyLink?: number,
): Promise<Static<typeof LinkFigures>[]> {
  const { links } = narrowed(await clicksOf(executor, accountId, selection), onlyLink);
  const all = isEverything(selection) ? await impressionsByLink(executor, accountId) : undefined;
  return links
    .map(({ id, slug, link, impressions, visits, unique }) => {
      return { id, slug, link, impressions: all ? (all.get(id) ?? 0) : impressions, visits, unique };
    })
    .sort((a, b) => b.visits - a.visits || b.impressions! - a.impressions! || (a.slug < b.slug ? -1 : 1));
}

function isEverything({ span, filters }: Selection): boolean {
  return span === undefined && filters.size === 0;
}

type LinkClicks = Awaited<ReturnType<typeof clicksOf>>;

/** One link, with its own clicks as the total. */
function narrowed(clicks: LinkClicks, onlyLink: number | undefined): LinkClicks {
  if (onlyLink === undefined) return clicks;
  const links = clicks.links.filter(({ id }) => id === onlyLink);
  const { visits = 0, unique: uniques = 0 } = links[0] ?? {};
  return { links, total: { visits, uniques } };
}

/** Every link, also those without clicks in the selection. */
async function clicksOf(executor: Executor, accountId: number, selection: Selection) {
  const rows = await clicksByLink(executor, accountId);
  const listed = rows.filter((row) => row.recent === null);
  if (selection.sharedTarget === PAGE) return sharedClicks(executor, accountId, selection, listed);
  if (!isEverything(selection)) {
    const { links, total } = await selectedClicks(executor, accountId, selection);
    const none = { visits: 0, uniques: 0, impressions: selection.filters.size === 0 ? 0 : null };
    return {
      links: listed.map(({ id, slug, url }) => {
        const { visits, uniques: unique, impressions } = links.get(id) ?? none;
        return { id, slug, link: url, visits, unique, impressions };
      }),
      total,
    };
  }
  const recent = new Map<number, Counts>();
  for (const { id, recent: text } of rows) {
    if (text !== null) recent.set(id, addWritten(recent.get(id) ?? new Map(), text));
  }
  return {
    links: listed.map(({ id, slug, url, visits, uniques }) => {
      const more = totalOf(recent.get(id) ?? new Map());
      const unique = (uniques ?? 0) + more.uniques;
      return { id, slug, link: url, visits: (visits ?? 0) + more.visits, unique, impressions: null };
    }),
    total: totalOf(added(await countsOf(executor, accountId, ALL_LINKS, ['total']))),
  };
}

/** Links with too few visitors are one row. */
async function sharedClicks(
  executor: Executor,
  accountId: number,
  { span = EVER }: Selection,
  listed: readonly Pick<LinkCountRow, 'id' | 'slug' | 'url'>[],
) {
  const { links, other } = await sharedLinks(executor, accountId, span);
  const rows = listed.map(({ id, slug, url: link }) => ({ id, slug, link, counts: links.get(id) }));
  const rest = other.visits + other.impressions > 0 ? other : undefined;
  return {
    links: [...rows, { id: 0, slug: OTHER, link: '', counts: rest }].flatMap(({ counts, ...row }) =>
      counts ? { ...row, visits: counts.visits, unique: counts.uniques, impressions: counts.impressions } : [],
    ),
    total: totalOf(await rangeCounts(executor, accountId, ALL_LINKS, ['total'], span)),
  };
}

/** Impressions by link id. */
export async function impressionsByLink(executor: Executor, accountId: number): Promise<Map<number, number>> {
  const impressions = new Map<number, number>();
  const ofPage: Counts = new Map();
  for (const { target_id, visits, recent } of await impressionRows(executor, accountId)) {
    if (recent === null) impressions.set(target_id, visits);
    else addWritten(ofPage, recent);
  }
  const recent = ofPage.get('edition');
  if (!recent) return impressions;
  for (const { edition: linkSet, links } of await linkSetsOf(executor, accountId)) {
    const views = recent.get(linkSet)?.visits ?? 0;
    for (const id of JSON.parse(links) as number[]) impressions.set(id, (impressions.get(id) ?? 0) + views);
  }
  return impressions;
}

export function presentCount({ visits, uniques }: Count): { visits: number; unique: number } {
  return { visits, unique: uniques };
}
