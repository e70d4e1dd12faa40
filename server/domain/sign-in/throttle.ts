// Slows down guessing: failed attempts are counted for each account and each network, in this process. After the free ones,
// each failure doubles the time until the next attempt. An attempt counts when it begins, so that parallel ones count too.
import { Refusal } from '../../../contract/errors.ts';
import { HOUR, MINUTE, type Micros, SECOND } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import type { Clock } from '../../clock.ts';

export interface Throttle {
  /** Counts an attempt against all of these; throws a 429 if any of them has to wait. */
  begin(limits: readonly AttemptLimit[]): Attempt;
}

export interface AttemptLimit {
  /** What is limited, and for whom: `sign-in account ada@example.com`. */
  key: string;
  /** How many failures cause no delay. */
  free: number;
}

export interface Attempt {
  /** The attempt does not count after all. */
  succeed(): void;
}

interface Record {
  failures: number;
  last: Micros;
  /** The time of the next allowed attempt. */
  until: Micros;
}

const MAX_RECORDS = 100_000;
const LONGEST: Micros = 15 * MINUTE;
const FORGOTTEN_AFTER: Micros = HOUR;

export function createThrottle(clock: Clock): Throttle {
  const records = createLru<string, Record>(MAX_RECORDS);

  function recordOf(key: string, now: Micros): Record {
    const known = records.get(key);
    if (known && now - known.last < FORGOTTEN_AFTER && now >= known.last) return known;
    const fresh = { failures: 0, last: now, until: 0 };
    records.set(key, fresh);
    return fresh;
  }

  return {
    begin(limits) {
      const now = clock();
      const counted = limits.map(({ key, free }) => ({ record: recordOf(key, now), free }));
      const until = Math.max(...counted.map(({ record }) => record.until));
      if (until > now) throw tooMany(until - now);
      for (const { record, free } of counted) {
        record.failures += 1;
        record.last = now;
        const over = record.failures - free;
        if (over >= 0) record.until = now + Math.min(LONGEST, SECOND * 2 ** Math.min(over, 20));
      }
      return {
        succeed() {
          for (const { record, free } of counted) {
            record.failures = Math.max(0, record.failures - 1);
            if (record.failures < free) record.until = 0;
          }
        },
      };
    },
  };
}

function tooMany(wait: Micros): Refusal {
  const seconds = Math.ceil(wait / SECOND);
  const time = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Refusal('rate_limited', `Too many attempts; try again in ${seconds === 1 ? '1 second' : time}.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
