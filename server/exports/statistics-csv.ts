// Counts of an account as CSV: by day, and by dimension.
import { DAY, day as formatDay, type Micros } from '../../contract/time.ts';
import { findTimeZone } from '../../contract/time-zones.ts';
import { visitDimensions } from '../../contract/vocabulary.ts';
import type { Executor } from '../storage/tables.ts';
import { firstPeriod } from '../storage/visits/visit-periods.ts';
import { ALL_LINKS, PAGE } from '../storage/visits/visits.ts';
import { dimensionReports } from '../visits/read/dimension-report.ts';
import { quarterFigures } from '../visits/read/quarter-figures.ts';
import { linkCountsIn } from '../visits/read/range-counts.ts';
import { everything } from '../visits/read/selection.ts';
import type { TimeSum } from '../visits/read/time-sums.ts';
import { CSV_START, csvLine } from './csv.ts';

/** The page or a link. The slug of the page is empty. */
export interface Counted {
  targetId: number;
  slug: string;
}

/** Days in UTC, those without anything left out: the page with the clicks on all links, then each link. */
export async function* dayCsv(
  db: Executor,
  accountId: number,
  targets: AsyncIterable<Counted>,
  now: Micros,
): AsyncGenerator<string, void, undefined> {
  yield CSV_START + csvLine(['date', 'link_slug', 'visits', 'unique', 'clicks', 'impressions', 'bots']);
  const slugs = new Map<number, string>();
  for await (const { targetId, slug } of targets) slugs.set(targetId, slug);
  const first = (await firstPeriod(db, accountId)) ?? now;
  for (let year = yearOf(Math.min(first, now)); year <= yearOf(now) + 1; year += 1) {
    const span = { from: Date.UTC(year, 0, 1) * 1000, to: Date.UTC(year + 1, 0, 1) * 1000 };
    const views = byDay(await quarterFigures(db, accountId, PAGE, span));
    const clicks = byDay(await quarterFigures(db, accountId, ALL_LINKS, span));
    for (const start of [...new Set([...views.keys(), ...clicks.keys()])].sort((a, b) => a - b)) {
      const view = views.get(start);
      const figures = [view?.visits, view?.uniques, clicks.get(start)?.visits, view?.impressions, view?.bots];
      const links = [...(await linkCountsIn(db, accountId, { from: start, to: start + DAY }))];
      const lines = links.map(([id, { visits, uniques, impressions }]) =>
        dayLine(start, slugs.get(id) ?? String(id), [visits, uniques, visits, impressions, undefined]),
      );
      yield dayLine(start, '', figures) + lines.join('');
    }
  }
}

type DayFigures = Omit<TimeSum, 'start' | 'clicks'>;

/** By the start of the day. */
function byDay(quarters: readonly TimeSum[]): Map<Micros, DayFigures> {
  const days = new Map<Micros, DayFigures>();
  for (const { start, visits, uniques, impressions, bots } of quarters) {
    const from = start - (start % DAY);
    const sum = days.get(from) ?? { visits: 0, uniques: 0, impressions: 0, bots: 0 };
    sum.visits += visits;
    sum.uniques += uniques;
    sum.impressions += impressions;
    sum.bots += bots;
    days.set(from, sum);
  }
  return days;
}

function dayLine(start: Micros, slug: string, figures: readonly (number | undefined)[]): string {
  return csvLine([formatDay(start), slug, ...figures.map((figure) => String(figure ?? 0))]);
}

function yearOf(at: Micros): number {
  return new Date(at / 1000).getUTCFullYear();
}

/** All visits that were ever counted. */
export async function* dimensionCsv(
  db: Executor,
  accountId: number,
  targets: AsyncIterable<Counted>,
): AsyncGenerator<string, void, undefined> {
  yield CSV_START + csvLine(['link_slug', 'dimension', 'key', 'name', 'visits', 'unique']);
  const selection = { ...everything, zone: findTimeZone('UTC')! };
  for await (const { targetId, slug } of targets) {
    const { total, rows } = await dimensionReports(db, accountId, targetId, visitDimensions, selection);
    yield csvLine([slug, 'total', '', '', String(total.visits), String(total.uniques)]);
    for (const [index, dimension] of visitDimensions.entries()) {
      const lines = rows[index]!.map(({ key, name, visits, unique }) =>
        csvLine([slug, dimension, key, name, String(visits), String(unique)]),
      );
      yield lines.join('');
    }
  }
}
