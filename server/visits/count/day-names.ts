import { DAY, day, type Micros } from '../../../contract/time.ts';

/** Returns a function that names the UTC day of a time. Most visits are of the same day, so the last name is cached. */
export function dayNames(): (at: Micros) => string {
  let start = Number.NaN;
  let name = '';
  return (at) => {
    if (!(at >= start && at < start + DAY)) {
      start = Math.floor(at / DAY) * DAY;
      name = day(start);
    }
    return name;
  };
}
