// Visits by local hour and by weekday.
import { dayAt, hourAt, weekdayOf } from '../../../contract/local-time.ts';
import type { Micros } from '../../../contract/time.ts';
import type { TimeZone } from '../../../contract/time-zones.ts';
import type { Count } from '../count/counts.ts';

export interface KeyCount {
  key: string;
  name: string;
  visits: number;
  unique: number;
}

type Quarter = Count & { start: Micros };

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** All 24 hours, in order. */
export function byHour(quarters: readonly Quarter[], zone: TimeZone): KeyCount[] {
  const rows = hours.map((key) => ({ key, name: `${key}:00`, visits: 0, unique: 0 }));
  return filled(rows, quarters, (start) => hourAt(zone, start));
}

/** All seven days, from Monday. */
export function byWeekday(quarters: readonly Quarter[], zone: TimeZone): KeyCount[] {
  const rows = weekdays.map((name, index) => ({ key: String(index + 1), name, visits: 0, unique: 0 }));
  return filled(rows, quarters, (start) => weekdayOf(dayAt(zone, start)) - 1);
}

function filled(rows: KeyCount[], quarters: readonly Quarter[], indexOf: (start: Micros) => number): KeyCount[] {
  for (const { start, visits, uniques } of quarters) {
    const row = rows[indexOf(start)]!;
    row.visits += visits;
    row.unique += uniques;
  }
  return rows;
}
