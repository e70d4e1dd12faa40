// The periods that can be chosen, as days of a time zone, and the intervals that fit them.
import { type Interval, type LocalDay, type LocalRange, parseDay } from '../../../../../contract/local-time.ts';
import { formatDay } from '../../../../../contract/time.ts';

export const presets = ['today', 'yesterday', '7d', '30d', '90d', 'month', 'last-month', '12mo', 'all'] as const;
export type Preset = (typeof presets)[number];

/** The API knows the rules of these years. */
const BOUNDS = { first: parseDay('1970-01-01')!, last: parseDay('2100-12-31')! };

/** Undefined for all time: its first day is that of the first visit. */
export function presetRange(preset: Preset, today: LocalDay): LocalRange | undefined {
  const lastDays = (days: number) => ({ first: today - days + 1, last: today });
  switch (preset) {
    case 'today':
      return lastDays(1);
    case 'yesterday':
      return { first: today - 1, last: today - 1 };
    case '7d':
      return lastDays(7);
    case '30d':
      return lastDays(30);
    case '90d':
      return lastDays(90);
    case 'month':
      return { first: startOfMonth(today), last: today };
    case 'last-month':
      return { first: startOfMonth(today, -1), last: startOfMonth(today) - 1 };
    case '12mo':
      return { first: startOfMonth(today, -11), last: today };
    case 'all':
      return undefined;
  }
}

/** The first day of the month, or of one some months away. */
export function startOfMonth(date: LocalDay, months = 0): LocalDay {
  const [year, month] = formatDay(date).split('-').map(Number) as [number, number];
  const at = new Date(Date.UTC(year, month - 1 + months, 1));
  return parseDay(at.toISOString().slice(0, 10))!;
}

export type CustomRangeProblem = 'from' | 'to' | 'order';

/** A range from two dates as people type them, or what is wrong with them. */
export function customRange(from: string, to: string): LocalRange | CustomRangeProblem {
  const [first, last] = [dayIn(from), dayIn(to)];
  if (first === undefined) return 'from';
  if (last === undefined) return 'to';
  return first > last ? 'order' : { first, last };
}

function dayIn(text: string): LocalDay | undefined {
  const date = parseDay(text);
  return date !== undefined && date >= BOUNDS.first && date <= BOUNDS.last ? date : undefined;
}

/** Fewer points say nothing, more cannot be told apart. */
const daysFor: Record<Interval, { min: number; max: number }> = {
  hour: { min: 1, max: 14 },
  day: { min: 2, max: 400 },
  week: { min: 14, max: 3660 },
  month: { min: 59, max: 36_600 },
};

function lengthOf({ first, last }: LocalRange): number {
  return last - first + 1;
}

export function intervalsFor(range: LocalRange): Interval[] {
  const days = lengthOf(range);
  const fitting = (Object.keys(daysFor) as Interval[]).filter((interval) => {
    const { min, max } = daysFor[interval];
    return days >= min && days <= max;
  });
  return fitting.length > 0 ? fitting : ['month'];
}

/** The chosen one if it fits the range, otherwise the one that draws a readable line. */
export function intervalFor(range: LocalRange, chosen?: Interval): Interval {
  if (chosen && intervalsFor(range).includes(chosen)) return chosen;
  const days = lengthOf(range);
  if (days <= 2) return 'hour';
  if (days <= 93) return 'day';
  return days <= 200 ? 'week' : 'month';
}
