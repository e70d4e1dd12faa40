// A summary of a period for people: figures, a series and the largest values of a few dimensions.
import { dayAt, type Interval, intervalStarts, type LocalDay, startOfDay } from '../../../contract/local-time.ts';
import type { Micros } from '../../../contract/time.ts';
import type { TimeZone } from '../../../contract/time-zones.ts';
import { findLinks } from '../../storage/page/links.ts';
import type { Executor } from '../../storage/tables.ts';
import { ALL_LINKS, PAGE } from '../../storage/visits/visits.ts';
import { OTHER } from '../count/bounded-keys.ts';
import type { Span } from './cover.ts';
import { dimensionReports } from './dimension-report.ts';
import { quarterFigures } from './quarter-figures.ts';
import { linkCountsIn } from './range-counts.ts';
import { sharedLinks } from './shared-figures.ts';
import type { KeyCount } from './time-of-visits.ts';
import type { TimeSum } from './time-sums.ts';

const dimensions = ['referrer', 'country', 'device'] as const;
const EVER: Micros = 0;
const MAX_LINKS = 10;

export interface SummaryQuery {
  accountId: number;
  /** Undefined for the page and all links. */
  linkId: number | undefined;
  zone: TimeZone;
  interval: Exclude<Interval, 'hour'>;
  /** Undefined: since the first visit. */
  first: LocalDay | undefined;
  last: LocalDay;
  /** For shared statistics: the page or link that was shared. */
  sharedTarget?: number | undefined;
}

export interface SummaryPoint {
  /** The first day of the interval: `2026-11-15`. */
  date: string;
  /** Of the page. */
  visits: number;
  /** Of the link, or of all links. */
  clicks: number;
}

export interface Summary {
  points: SummaryPoint[];
  /** Of the page, or of the link: visits are clicks then. */
  visits: number;
  unique: number;
  clicks: number;
  impressions: number;
  /** The most clicked ones. */
  links: { slug: string; clicks: number; impressions: number }[];
  /** Largest first. */
  referrers: KeyCount[];
  countries: KeyCount[];
  devices: KeyCount[];
}

export async function readSummary(executor: Executor, query: SummaryQuery): Promise<Summary> {
  const { accountId, linkId, zone, first, last, sharedTarget } = query;
  const targetId = linkId ?? PAGE;
  const span: Span = {
    from: first === undefined ? EVER : startOfDay(zone, first),
    to: startOfDay(zone, last + 1),
  };
  const quarters = await quarterFigures(executor, accountId, targetId, span);
  const clicked = linkId === undefined ? await quarterFigures(executor, accountId, ALL_LINKS, span) : quarters;
  const selection = { span, filters: new Map(), zone, sharedTarget };
  const { total, rows } = await dimensionReports(executor, accountId, targetId, dimensions, selection);
  const [referrers, countries, devices] = rows as [KeyCount[], KeyCount[], KeyCount[]];
  return {
    points: pointsOf(query, quarters, clicked),
    visits: total.visits,
    unique: total.uniques,
    clicks: clicked.reduce((sum, quarter) => sum + quarter.visits, 0),
    impressions: quarters.reduce((sum, quarter) => sum + quarter.impressions, 0),
    links: linkId === undefined ? await linksIn(executor, accountId, span, sharedTarget !== undefined) : [],
    referrers,
    countries,
    devices,
  };
}

function pointsOf(
  { zone, interval, first, last }: SummaryQuery,
  views: readonly TimeSum[],
  clicked: readonly TimeSum[],
): SummaryPoint[] {
  const earliest = Math.min(views[0]?.start ?? Number.POSITIVE_INFINITY, clicked[0]?.start ?? Number.POSITIVE_INFINITY);
  const from = first ?? (earliest === Number.POSITIVE_INFINITY ? last : dayAt(zone, earliest));
  const starts = intervalStarts(zone, interval, { first: Math.min(from, last), last });
  const points = starts.map(({ date }) => ({ date, visits: 0, clicks: 0 }));
  const add = (quarters: readonly TimeSum[], figure: 'visits' | 'clicks') => {
    let index = 0;
    for (const { start, visits } of quarters) {
      while (index + 1 < starts.length && starts[index + 1]!.start <= start) index += 1;
      points[index]![figure] += visits;
    }
  };
  add(views, 'visits');
  add(clicked, 'clicks');
  return points;
}

async function linksIn(
  executor: Executor,
  accountId: number,
  span: Span,
  isShared: boolean,
): Promise<Summary['links']> {
  const shared = isShared ? await sharedLinks(executor, accountId, span) : undefined;
  const counts = [...(shared?.links ?? (await linkCountsIn(executor, accountId, span)))];
  const largest = counts
    .sort(([a, first], [b, second]) => second.visits - first.visits || second.impressions - first.impressions || a - b)
    .slice(0, MAX_LINKS);
  const links = await findLinks(
    executor,
    accountId,
    largest.map(([id]) => id),
  );
  const slugs = new Map(links.map(({ id, slug }) => [id, slug]));
  const shown = largest.flatMap(([id, { visits: clicks, impressions }]) => {
    const slug = slugs.get(id);
    return slug === undefined ? [] : [{ slug, clicks, impressions }];
  });
  const { visits: clicks = 0, impressions = 0 } = shared?.other ?? {};
  return clicks > 0 ? [...shown, { slug: OTHER, clicks, impressions }] : shown;
}
