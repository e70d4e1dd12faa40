import { DAY, day } from '../../contract/time.ts';
import { createClock } from '../../server/system/clock.ts';

/** As parameters of a report. */
export function lastDays(count: number): { from: string; to: string } {
  const now = createClock()();
  return { from: day(now - count * DAY), to: day(now) };
}
