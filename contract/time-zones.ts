// Local time in IANA time zones. All rules come from Intl. The offset of a zone is constant for months, so it is read
// once a week of a year, and the exact time of each change is found by bisection. The result is cached per zone and
// year.
//
// All instants are whole quarters of an hour, because visits are counted per quarter. Since 1972 every offset is a
// multiple of a quarter; other instants, such as clock changes at 00:01, are rounded to the nearest quarter.
import { DAY, MINUTE, type Micros, SECOND } from './time.ts';

const QUARTER: Micros = 15 * MINUTE;
const WEEK: Micros = 7 * DAY;
/** Visits are not older, and nobody knows the rules of the next century. Other years have the offset of the nearest. */
const YEARS = { first: 1970, last: 2100 } as const;
/** Of more than 400. A zone takes up to 20 kB if all years are read. */
const MAX_CACHED_ZONES = 100;
/** Intl also accepts offsets such as +05:45, in some environments. */
const zoneName = /^[a-z][a-z0-9_+/-]{0,63}$/i;

/** A period of constant offset. */
export interface OffsetPeriod {
  from: Micros;
  to: Micros;
  /** Local time minus UTC. */
  offset: Micros;
}

export interface TimeZone {
  /** The offset periods of a year (UTC), in order and without gaps. */
  periodsOf(year: number): readonly OffsetPeriod[];
}

const zones = new Map<string, TimeZone>();

/** Undefined if there is no such zone. Names are case-insensitive. */
export function findTimeZone(name: string): TimeZone | undefined {
  const key = name.toLowerCase();
  let zone = zones.get(key);
  if (!zone) {
    const offsetAt = zoneName.test(name) ? offsetReader(name) : undefined;
    if (!offsetAt) return undefined;
    zone = cachedZone(offsetAt);
    if (zones.size >= MAX_CACHED_ZONES) zones.delete(zones.keys().next().value!);
    zones.set(key, zone);
  }
  return zone;
}

type OffsetAt = (at: Micros) => Micros;

function offsetReader(name: string): OffsetAt | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  // 11/16/2026, GMT+05:45
  return (at) => {
    const parts = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(at / 1000));
    if (!parts) return 0;
    const [, sign, hours, minutes, seconds = 0] = parts;
    const length = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * SECOND;
    return toQuarter(sign === '-' ? -length : length);
  };
}

function cachedZone(offsetAt: OffsetAt): TimeZone {
  const years = new Map<number, readonly OffsetPeriod[]>();
  return {
    periodsOf(year) {
      const known = Math.min(Math.max(year, YEARS.first), YEARS.last);
      if (known !== year) return [{ ...bounds(year), offset: offsetAt(edge(year)) }];
      let periods = years.get(year);
      if (!periods) {
        periods = readPeriods(offsetAt, bounds(year));
        years.set(year, periods);
      }
      return periods;
    },
  };
}

function bounds(year: number): { from: Micros; to: Micros } {
  return { from: yearStart(year), to: yearStart(year + 1) };
}

function edge(year: number): Micros {
  return year < YEARS.first ? yearStart(YEARS.first) : yearStart(YEARS.last + 1) - SECOND;
}

function readPeriods(offsetAt: OffsetAt, { from, to }: { from: Micros; to: Micros }): OffsetPeriod[] {
  const periods: OffsetPeriod[] = [];
  let current = { from, offset: offsetAt(from) };
  for (let before = from; before < to; before += WEEK) {
    // The first instant of the next year is not read: a change at that instant belongs to that year.
    const at = Math.min(before + WEEK, to - SECOND);
    const offset = offsetAt(at);
    if (offset === current.offset) continue;
    const change = toQuarter(changeBetween(offsetAt, before, at));
    if (change > current.from && change < to) periods.push({ ...current, to: change });
    current = { from: change, offset };
  }
  return [...periods, { ...current, to }];
}

/** The first second with another offset than `before`. */
function changeBetween(offsetAt: OffsetAt, before: Micros, after: Micros): Micros {
  const offset = offsetAt(before);
  let [low, high] = [before / SECOND, after / SECOND];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * SECOND) === offset) low = middle;
    else high = middle;
  }
  return high * SECOND;
}

export function toQuarter(at: Micros): Micros {
  return Math.round(at / QUARTER) * QUARTER;
}

function yearStart(year: number): Micros {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  return new Date(0).setUTCFullYear(year, 0, 1) * 1000;
}

export function offsetIn(zone: TimeZone, at: Micros): Micros {
  const periods = zone.periodsOf(new Date(at / 1000).getUTCFullYear());
  return periods.findLast(({ from }) => from <= at)!.offset;
}

/** The offset periods that overlap with [from, to), in order. */
export function offsetPeriods(zone: TimeZone, from: Micros, to: Micros): OffsetPeriod[] {
  const periods: OffsetPeriod[] = [];
  const last = new Date(to / 1000).getUTCFullYear();
  for (let year = new Date(from / 1000).getUTCFullYear(); year <= last; year += 1) {
    for (const period of zone.periodsOf(year)) {
      if (period.to <= from || period.from >= to) continue;
      const before = periods.at(-1);
      if (before?.offset === period.offset) before.to = period.to;
      else periods.push({ ...period });
    }
  }
  return periods;
}
