// Slows down guessing: failed attempts are counted for each account and each network. After the free ones, each failure
// doubles the time until the next attempt. An attempt counts when it begins, so that parallel ones count too. Several
// processes count together in the store (`shared-attempts.ts`).
import { Refusal } from '../../../contract/errors.ts';
import { HOUR, MINUTE, type Micros, SECOND } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import type { Sharing } from '../../limits/sharing.ts';
import type { Store } from '../../storage/store.ts';
import { type AttemptRecord, type AttemptRecords, createSharedAttempts } from './shared-attempts.ts';

export interface Throttle {
  /** Counts an attempt against all of these; rejects with a 429 if any of them has to wait. */
  begin(limits: readonly AttemptLimit[]): Promise<Attempt>;
}

export interface AttemptLimit {
  /** What is limited, and for whom: `sign-in account ada@example.com`. */
  key: string;
  /** How many failures cause no delay. */
  free: number;
}

export interface Attempt {
  /** The attempt does not count after all. */
  succeed(): Promise<void>;
}

const MAX_RECORDS = 100_000;
const LONGEST: Micros = 15 * MINUTE;
export const FORGOTTEN_AFTER: Micros = HOUR;

export function createThrottle(clock: Clock, { store, sharing }: { store: Store; sharing: Sharing }): Throttle {
  const attempts = createSharedAttempts({
    store,
    sharing,
    clock,
    maxRecords: MAX_RECORDS,
    maxAge: FORGOTTEN_AFTER,
  });

  return {
    async begin(limits) {
      const named = await Promise.all(limits.map(async ({ key, free }) => ({ key: await attempts.nameOf(key), free })));
      const keys = named.map(({ key }) => key);
      const wait = await attempts.change(keys, (found, now) => begin(named, found, now));
      if (wait > 0) throw tooMany(wait);
      return {
        succeed: () => attempts.change(keys, (found) => succeed(named, found)),
      };
    },
  };
}

/** Counts an attempt. If one has to wait first, returns how long, and counts nothing. */
function begin(limits: readonly AttemptLimit[], records: AttemptRecords, now: Micros): Micros {
  const counted = limits.map(({ key, free }) => ({ record: recordOf(records, key, now), free }));
  const until = Math.max(...counted.map(({ record }) => record.until));
  if (until > now) return until - now;
  for (const { record, free } of counted) {
    record.failures += 1;
    record.last = now;
    const over = record.failures - free;
    if (over >= 0) record.until = now + Math.min(LONGEST, SECOND * 2 ** Math.min(over, 20));
  }
  return 0;
}

function succeed(limits: readonly AttemptLimit[], records: AttemptRecords): void {
  for (const { key, free } of limits) {
    const record = records.get(key);
    if (!record) continue;
    record.failures = Math.max(0, record.failures - 1);
    if (record.failures < free) record.until = 0;
  }
}

function recordOf(records: AttemptRecords, key: string, now: Micros): AttemptRecord {
  const known = records.get(key);
  if (known && now - known.last < FORGOTTEN_AFTER && now >= known.last) return known;
  const fresh = { failures: 0, last: now, until: 0 };
  records.set(key, fresh);
  return fresh;
}

function tooMany(wait: Micros): Refusal {
  const seconds = Math.ceil(wait / SECOND);
  const time = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Refusal('rate_limited', `Too many attempts; try again in ${seconds === 1 ? '1 second' : time}.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
