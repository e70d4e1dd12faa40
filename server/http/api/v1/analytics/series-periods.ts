// The periods of a series: the one that was asked for, and the one to compare it with.
import { invalid } from '../../../../../contract/errors.ts';
import {
  countIntervals,
  dayAt,
  type Interval,
  type LocalDay,
  type LocalRange,
  parseDay,
  sameDateInYear,
  startOfDay,
} from '../../../../../contract/local-time.ts';
import { MAX_POINTS } from '../../../../../contract/schemas/series.ts';
import type { Micros } from '../../../../../contract/time.ts';
import type { TimeZone } from '../../../../../contract/time-zones.ts';
import type { Comparison } from '../../../../../contract/vocabulary.ts';
import { QUARTER } from '../../../../storage/visits/visit-events.ts';
import { daysIn } from '../../local-days.ts';

export const DEFAULT_DAYS = 30;
/** Outside of these, dates of other zones have no four-digit year or no known rules. */
const BOUNDS = { first: '1970-01-01', last: '2100-12-31' };

/** Without a last day, until today. Without a first day, 30 days. */
export function askedRange(query: Parameters<typeof daysIn>[0], today: LocalDay): LocalRange {
  const days = daysIn(query);
  const last = days.last ?? Math.max(today, days.first ?? today);
  const first = days.first ?? last - DEFAULT_DAYS + 1;
  const fields = { from: first, to: last };
  for (const [name, date] of Object.entries(fields)) {
    if (date >= parseDay(BOUNDS.first)! && date <= parseDay(BOUNDS.last)!) continue;
    throw invalid({ [name]: [`The field ${name} must be a day from ${BOUNDS.first} to ${BOUNDS.last}.`] });
  }
  return { first, last };
}

export function rejectTooLong(interval: Interval, range: LocalRange): void {
  if (countIntervals(interval, range) <= MAX_POINTS) return;
  const limit = MAX_POINTS.toLocaleString('en');
  const message = `This period has more than ${limit} ${interval}s; choose a longer interval or a shorter period.`;
  throw invalid({ interval: [message] });
}

/** The day that a day of the range is compared with. */
export function comparedDay({ first, last }: LocalRange, comparison: Comparison, date: LocalDay): LocalDay {
  return comparison === 'year' ? sameDateInYear(date, -1) : date - (last - first + 1);
}

interface Moment {
  zone: TimeZone;
  range: LocalRange;
  now: Micros;
}

/** The end of what can be compared: as late on the compared day as it is now. Undefined if the period is over. */
export function comparedUntil({ zone, range, now }: Moment, comparison: Comparison): Micros | undefined {
  if (now >= startOfDay(zone, range.last + 1)) return undefined;
  const today = dayAt(zone, now);
  const time = now - startOfDay(zone, today);
  return startOfDay(zone, comparedDay(range, comparison, today)) + time - (time % QUARTER);
}

/** From when on the same request has another response, even without further visits. */
export function changesAt({ zone, range, now }: Moment, isUntilToday: boolean, isCompared: boolean): Micros {
  if (isCompared && now < startOfDay(zone, range.last + 1)) return now - (now % QUARTER) + QUARTER;
  return isUntilToday ? startOfDay(zone, dayAt(zone, now) + 1) : Number.POSITIVE_INFINITY;
}
