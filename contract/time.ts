// Times are whole microseconds since 1970, UTC: six fractional digits survive both stores and fit a double.

export type Micros = number;

export const SECOND: Micros = 1_000_000;
export const MINUTE: Micros = 60 * SECOND;
export const HOUR: Micros = 60 * MINUTE;
export const DAY: Micros = 24 * HOUR;

/** `2026-11-15T08:30:00.123456Z` */
export function timestamp(at: Micros): string {
  const fraction = String(((at % SECOND) + SECOND) % SECOND).padStart(6, '0');
  return `${wholeSeconds(at)}.${fraction}Z`;
}

/** `2026-11-15 08:30:00` */
export function dateTime(at: Micros): string {
  return wholeSeconds(at).replace('T', ' ');
}

/** `2026-11-15` */
export function day(at: Micros): string {
  return formatDay(Math.floor(at / DAY));
}

/** `Nov 15, 2026` */
export function humanDate(at: Micros): string {
  return humanDates.format(at / 1000);
}

/** Parses a time; null if the text is not one. */
export function instantIn(value: unknown): Micros | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at * 1000;
}

// Marked, so that the dashboard, which does not use it, does not load it.
const humanDates = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2026-11-15T08:30:00` */
function wholeSeconds(at: Micros): string {
  const days = Math.floor(at / DAY);
  const seconds = Math.floor(at / SECOND) - days * (DAY / SECOND);
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${formatDay(days)}T${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(seconds % 60)}`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}

const MAX_CACHED_DAYS = 4000;
const cachedDays = new Map<number, string>();

/** `2026-11-15`, from days since 1970-01-01. Cached, because a series has hundreds of days. */
export function formatDay(days: number): string {
  let text = cachedDays.get(days);
  if (text === undefined) {
    text = new Date((days * DAY) / 1000).toISOString().slice(0, 10);
    if (cachedDays.size >= MAX_CACHED_DAYS) cachedDays.clear();
    cachedDays.set(days, text);
  }
  return text;
}
