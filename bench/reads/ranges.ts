// Reads of a period, without HTTP: reports and series of a year, of a year in a time zone whose days begin within a UTC
// day, and of the period that needs the most rows.
import { DAY, HOUR, MINUTE, type Micros } from '../../contract/time.ts';
import { createClock } from '../../server/clock.ts';
import type { Executor } from '../../server/storage/tables.ts';
import { ALL_LINKS, PAGE } from '../../server/storage/visits/visits.ts';
import { quarterFigures } from '../../server/visits/read/quarter-figures.ts';
import { linkCountsIn, rangeCounts, type Span } from '../../server/visits/read/range-counts.ts';
import { type Figure, median, thousands } from '../bench.ts';
import { type Prepared, withStore } from '../database.ts';

const TARGET_MS = 20;
const READS = 50;
const WARM_UP = 5;
/** Asia/Kathmandu is ahead of UTC by this much. */
const KATHMANDU: Micros = 5 * HOUR + 45 * MINUTE;

type Read = (executor: Executor, prepared: Prepared, span: Span) => Promise<unknown>;

const reads: Record<string, Read> = {
  'breakdown by referrer': (read, { accountId }, span) => rangeCounts(read, accountId, PAGE, ['referrer'], span),
  'breakdown by city': (read, { accountId }, span) => rangeCounts(read, accountId, PAGE, ['city'], span),
  'breakdown of a link by referrer': (read, { accountId, links }, span) =>
    rangeCounts(read, accountId, links[0]!, ['referrer'], span),
  'figures of every link': (read, { accountId }, span) => linkCountsIn(read, accountId, span),
  'series of the page': (read, { accountId }, span) => quarterFigures(read, accountId, PAGE, span),
  'series of all links': (read, { accountId }, span) => quarterFigures(read, accountId, ALL_LINKS, span),
};

export async function rangeFigures(prepared: Prepared, count: number): Promise<Figure[]> {
  return withStore(prepared.url, async (store) => {
    const figures: Figure[] = [];
    for (const [period, span] of Object.entries(periods(createClock()()))) {
      for (const [name, read] of Object.entries(reads)) {
        const times: number[] = [];
        for (let number = 0; number < WARM_UP + READS; number += 1) {
          const begun = performance.now();
          await read(store.read, prepared, span);
          if (number >= WARM_UP) times.push(performance.now() - begun);
        }
        const slowest = Math.max(...times);
        figures.push({
          name: `${name}, ${period}, ${thousands(count)} visits`,
          figure: `${median(times).toFixed(1)} ms, longest ${slowest.toFixed(1)} ms`,
          target: `< ${TARGET_MS} ms`,
          met: median(times) < TARGET_MS,
        });
      }
    }
    return figures;
  });
}

function periods(now: Micros): Record<string, Span> {
  const today = now - (now % DAY);
  const year = { from: today - 364 * DAY, to: today + DAY };
  return {
    'the last year': year,
    'the last year in Kathmandu': { from: year.from - KATHMANDU, to: year.to - KATHMANDU },
    // From the middle of a month to the middle of another, and from noon to noon.
    'from noon in the middle of a month': { from: midMonth(now, -11), to: midMonth(now, -1) },
  };
}

function midMonth(now: Micros, months: number): Micros {
  const date = new Date(now / 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 16, 12) * 1000;
}
