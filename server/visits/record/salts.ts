// One random salt for each UTC day, the same in every process. Tomorrow's is there a day ahead, so that a store that is
// away at midnight splits nobody in two; the upkeep deletes past ones, and with them the
// way from a visitor back to an address.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { DAY, day, MINUTE, type Micros } from '../../../contract/time.ts';
import type { Store } from '../../storage/store.ts';
import { agreeOnSalt, readSalt } from '../../storage/visits/visits.ts';

const SALT_BYTES = 32;
/** Clocks of several machines differ: a salt outlives its day by as much. */
const CLOCK_MARGIN = 5 * MINUTE;

export interface Salts {
  /** As a key, which an HMAC takes several times faster than the bytes; at once where it is known. */
  saltAt(at: Micros): KeyObject | Promise<KeyObject>;
  /** Sees to it that this process has today's and tomorrow's, and none that are past. */
  keep(now: Micros): Promise<void>;
}

export function createSalts(store: Store): Salts {
  const kept = new Map<string, KeyObject | Promise<KeyObject>>();
  let latest: { start: Micros; day: string } = { start: Number.NaN, day: '' };

  /** Asked for with every visit, and mostly the same. */
  function dayOf(at: Micros): string {
    const start = at - (at % DAY);
    if (start !== latest.start) latest = { start, day: day(at) };
    return latest.day;
  }

  function saltAt(at: Micros): KeyObject | Promise<KeyObject> {
    const today = dayOf(at);
    const known = kept.get(today);
    if (known) return known;
    const fetched = fetchSalt(store, today);
    kept.set(today, fetched);
    fetched.then(
      (salt) => kept.set(today, salt),
      () => kept.delete(today),
    );
    return fetched;
  }

  return {
    saltAt,
    async keep(now) {
      for (const known of kept.keys()) if (known < oldestSalt(now)) kept.delete(known);
      await saltAt(now);
      await saltAt(now + DAY);
    },
  };
}

/** The day whose salt is the first that is still needed. */
export function oldestSalt(now: Micros): string {
  return day(now - CLOCK_MARGIN);
}

async function fetchSalt(store: Store, day: string): Promise<KeyObject> {
  const salt =
    (await readSalt(store.read, day)) ??
    (await store.writeInstallation((tx) => agreeOnSalt(tx, day, randomBytes(SALT_BYTES).toString('base64url'))));
  return createSecretKey(salt, 'base64url');
}
