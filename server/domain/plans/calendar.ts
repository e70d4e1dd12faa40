// Calendar months and years, in UTC.
import type { Micros } from '../../../contract/time.ts';

/** The same day of a later month, or the last day of a shorter month. */
export function addMonths(at: Micros, months: number): Micros {
  const date = new Date(at / 1000);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, lastDay));
  return date.getTime() * 1000 + (at % 1000);
}
