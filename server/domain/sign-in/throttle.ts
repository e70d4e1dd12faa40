// Slows down guessing: failed attempts are counted for each name, account and network. After the free ones, each failure
// doubles the time until the next attempt. An attempt counts when it begins, so that parallel ones count too. Several
// processes count together in the store (`shared-attempts.ts`).
//
// An IPv6 /48 is limited by the hour instead: together its subscribers may have many failures, and none of them alone can
// make the others wait ever longer.
import { ApiError } from '../../../contract/errors.ts';
import { HOUR, MINUTE, type Micros, SECOND } from '../../../contract/time.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import type { Network } from '../../system/networks.ts';
import { type AttemptRecord, type AttemptRecords, createSharedAttempts } from './shared-attempts.ts';

export interface Throttle {
  /** Counts an attempt against all of these; rejects with a 429 if any of them has to wait, unless it is silent. */
  begin(limits: readonly AttemptLimit[]): Promise<Attempt>;
}

export interface AttemptLimit {
  /** What is limited, and for whom: `sign-in name ada@example.com`. */
  key: string;
  /** How many failures cause no delay. */
  free: number;
  /** Further failures wait until an hour after the first one, instead of longer each time. */
  isHourly?: boolean;
  /** Nobody must learn how many failures there were: while it has to wait, the attempt goes on, but must not succeed. */
  isSilent?: boolean;
}

export interface Attempt {
  /** True if a silent limit has to wait. Answer as after a failure, whatever the attempt was. */
  isInVain: boolean;
  /** The attempt does not count after all. */
  succeed(): Promise<void>;
}

const MAX_RECORDS = 100_000;
const LONGEST: Micros = 15 * MINUTE;
export const FORGOTTEN_AFTER: Micros = HOUR;

/** The limits of a client's networks: `free` failures for a subscriber. */
export function perNetwork(what: string, networks: readonly Network[], free: number): AttemptLimit[] {
  return networks.map(({ name, shares }) => ({
    key: `${what} network ${name}`,
    free: free * shares,
    isHourly: shares > 1,
  }));
}

export function createThrottle(
  clock: Clock,
  { store, sharedCounters }: { store: Store; sharedCounters: SharedCounters },
): Throttle {
  const attempts = createSharedAttempts({
    store,
    sharedCounters,
    clock,
    maxRecords: MAX_RECORDS,
    maxAge: FORGOTTEN_AFTER,
  });

  return {
    async begin(limits) {
      const named = await Promise.all(
        limits.map(async (limit) => ({ ...limit, key: await attempts.nameOf(limit.key) })),
      );
      const keysOf = (some: readonly AttemptLimit[]) => some.map(({ key }) => key);
      const { wait, counted } = await attempts.change(keysOf(named), (found, now) => begin(named, found, now));
      if (wait > 0) throw tooMany(wait);
      return {
        isInVain: counted.length < named.length,
        succeed: () => attempts.change(keysOf(counted), (found) => succeed(counted, found)),
      };
    },
  };
}

/** Counts an attempt against these limits, except silent ones that have to wait. If another has to wait, counts nothing. */
function begin(
  limits: readonly AttemptLimit[],
  records: AttemptRecords,
  now: Micros,
): { wait: Micros; counted: readonly AttemptLimit[] } {
  const untilOf = ({ key }: AttemptLimit) => recordOf(records, key, now).until;
  const until = Math.max(...limits.filter(({ isSilent }) => !isSilent).map(untilOf));
  if (until > now) return { wait: until - now, counted: [] };
  const counted = limits.filter((limit) => untilOf(limit) <= now);
  // What is refused leaves no record of the names in it: there may be any number of those.
  for (const limit of counted) {
    const record = recordOf(records, limit.key, now);
    addFailure(record, limit, now);
    records.set(limit.key, record);
  }
  return { wait: 0, counted };
}

function addFailure(record: AttemptRecord, { free, isHourly }: AttemptLimit, now: Micros): void {
  record.failures += 1;
  const over = record.failures - free;
  // An hourly record begins with its first failure and is forgotten an hour later.
  if (isHourly) record.until = over >= 0 ? record.last + FORGOTTEN_AFTER : 0;
  else {
    record.last = now;
    if (over >= 0) record.until = now + Math.min(LONGEST, SECOND * 2 ** Math.min(over, 20));
  }
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
  return { failures: 0, last: now, until: 0 };
}

function tooMany(wait: Micros): ApiError {
  const seconds = Math.ceil(wait / SECOND);
  const time = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new ApiError('rate_limited', `Too many attempts; try again in ${seconds === 1 ? '1 second' : time}.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
