// Local days, hours, weeks and months of a time zone, as instants. A day is 23 or 25 hours long when clocks change.
import { DAY, formatDay, HOUR, MINUTE, type Micros } from './time.ts';
import { offsetIn, offsetPeriods, type TimeZone, toQuarter } from './time-zones.ts';

export const intervals = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** A calendar date, as days since 1970-01-01. */
export type LocalDay = number;

export interface LocalRange {
  first: LocalDay;
  /** Included. */
  last: LocalDay;
}

export interface IntervalStart {
  start: Micros;
  /** Local: `2026-11-15`, or `2026-11-15T14:00` for an hour. */
  date: string;
}

/** Undefined if the calendar has no such date. */
export function parseDay(text: string): LocalDay | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const date = (at * 1000) / DAY;
  return formatDay(date) === text ? date : undefined;
}

export function dayAt(zone: TimeZone, at: Micros): LocalDay {
  return Math.floor((at + offsetIn(zone, at)) / DAY);
}

/** 0 to 23. */
export function hourAt(zone: TimeZone, at: Micros): number {
  return Math.floor((at + offsetIn(zone, at)) / HOUR) - dayAt(zone, at) * 24;
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: LocalDay): number {
  // 1970-01-01 was a Thursday.
  return ((((date + 3) % 7) + 7) % 7) + 1;
}

/** The same date in another year; February 29 becomes February 28. */
export function sameDateInYear(date: LocalDay, years: number): LocalDay {
  const [year, month, day] = calendarOf(date);
  const moved = dayOf(year + years, month, day);
  return calendarOf(moved)[1] === month ? moved : moved - 1;
}

/**
 * The first instant of a date. That is after midnight if clocks skip midnight, and the first midnight if they show it
 * twice. A date that a zone skipped starts with the next one.
 */
export function startOfDay(zone: TimeZone, date: LocalDay): Micros {
  const midnight = date * DAY;
  for (const { from, to, offset } of offsetPeriods(zone, midnight - 2 * DAY, midnight + 2 * DAY)) {
    const start = Math.max(from, midnight - offset);
    if (start < to) return toQuarter(start);
  }
  throw new RangeError(`No start of ${formatDay(date)}`);
}

/**
 * The starts of all intervals in the range, in order. The first one starts with the range, so it can be a part of a week
 * or month. An hour starts when the local clock shows a full hour, and when it is changed.
 */
export function intervalStarts(zone: TimeZone, interval: Interval, range: LocalRange): IntervalStart[] {
  if (interval === 'hour') return hourStarts(zone, range);
  const starts: IntervalStart[] = [];
  for (let date = range.first; date <= range.last; date = nextDate(date, interval)) {
    const start = startOfDay(zone, date);
    // A date that the zone skipped has no instant.
    if (starts.at(-1)?.start === start) starts.pop();
    starts.push({ start, date: formatDay(date) });
  }
  const end = startOfDay(zone, range.last + 1);
  return starts.filter(({ start }) => start < end);
}

function nextDate(date: LocalDay, interval: Exclude<Interval, 'hour'>): LocalDay {
  if (interval === 'day') return date + 1;
  if (interval === 'week') return date + 8 - weekdayOf(date);
  const [year, month] = calendarOf(date);
  return dayOf(year, month + 1, 1);
}

function hourStarts(zone: TimeZone, { first, last }: LocalRange): IntervalStart[] {
  const [begin, end] = [startOfDay(zone, first), startOfDay(zone, last + 1)];
  const starts: IntervalStart[] = [];
  for (const { from, to, offset } of offsetPeriods(zone, begin, end)) {
    const until = Math.min(to, end);
    // Formatting a date takes longer than everything else here, so it is done once a day.
    let [date, text] = [Number.NaN, ''];
    for (let start = Math.max(from, begin); start < until; ) {
      const local = start + offset;
      if (Math.floor(local / DAY) !== date) {
        date = Math.floor(local / DAY);
        text = formatDay(date);
      }
      starts.push({ start, date: `${text}T${formatTime(local - date * DAY)}` });
      start = (Math.floor(local / HOUR) + 1) * HOUR - offset;
    }
  }
  return starts;
}

function formatTime(time: Micros): string {
  const pad = (number: number) => (number < 10 ? `0${number}` : String(number));
  return `${pad(Math.floor(time / HOUR))}:${pad((time % HOUR) / MINUTE)}`;
}

/** About as many intervals as the range has: clock changes and partial weeks and months add or remove a few. */
export function countIntervals(interval: Interval, { first, last }: LocalRange): number {
  const days = last - first + 1;
  if (interval === 'hour') return days * 24;
  return Math.ceil(days / { day: 1, week: 7, month: 30 }[interval]);
}

function calendarOf(date: LocalDay): [year: number, month: number, day: number] {
  const at = new Date((date * DAY) / 1000);
  return [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
}

function dayOf(year: number, month: number, day: number): LocalDay {
  return (new Date(0).setUTCFullYear(year, month, day) * 1000) / DAY;
}
