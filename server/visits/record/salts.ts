// One random salt per UTC day, shared by all processes. Tomorrow's salt is created a day ahead, so that a database
// outage at midnight does not count visitors twice. Maintenance deletes past salts, so that visitor ids can no longer
// be traced to addresses.
import { hash, randomBytes } from 'node:crypto';
import { DAY, day, MINUTE, type Micros } from '../../../contract/time.ts';
import type { Store } from '../../storage/store.ts';
import { agreeOnSalt, readSalt } from '../../storage/visits/visits.ts';

const SALT_BYTES = 32;
/** Clocks of several machines differ, so a salt outlives its day by this much. */
const CLOCK_MARGIN = 5 * MINUTE;

export interface Salt {
  /** A keyed pseudo-random function, as base64url. */
  hash(text: string): string;
}

export interface Salts {
  /** Synchronous if it is cached. */
  saltAt(at: Micros): Salt | Promise<Salt>;
  /** Loads today's and tomorrow's salts, and removes past ones. */
  keep(now: Micros): Promise<void>;
}

export function createSalts(store: Store): Salts {
  const cache = new Map<string, Salt | Promise<Salt>>();
  let latest: { start: Micros; day: string } = { start: Number.NaN, day: '' };

  /** Called for every visit, mostly with the same day. */
  function dayOf(at: Micros): string {
    const start = at - (at % DAY);
    if (start !== latest.start) latest = { start, day: day(at) };
    return latest.day;
  }

  function saltAt(at: Micros): Salt | Promise<Salt> {
    const today = dayOf(at);
    const cached = cache.get(today);
    if (cached) return cached;
    const fetched = fetchSalt(store, today);
    cache.set(today, fetched);
    fetched.then(
      (salt) => cache.set(today, salt),
      () => cache.delete(today),
    );
    return fetched;
  }

  return {
    saltAt,
    async keep(now) {
      for (const cachedDay of cache.keys()) if (cachedDay < oldestSalt(now)) cache.delete(cachedDay);
      await saltAt(now);
      await saltAt(now + DAY);
    },
  };
}

/** The first day whose salt is still needed. */
export function oldestSalt(now: Micros): string {
  return day(now - CLOCK_MARGIN);
}

async function fetchSalt(store: Store, day: string): Promise<Salt> {
  const offered = () => randomBytes(SALT_BYTES).toString('base64url');
  return saltOf(
    (await readSalt(store.read, day)) ?? (await store.writeInstallation((tx) => agreeOnSalt(tx, day, offered()))),
  );
}

/**
 * `crypto.hash` takes a third of the time of an HMAC, which creates an object for each hash. What an HMAC adds to
 * SHA-256 is protection against extending a text whose hash is known. Here all secrets have the same length and come
 * first, and only a part of each hash is used, from which no other one can be computed.
 */
export function saltOf(secret: string): Salt {
  return { hash: (text) => hash('sha256', secret + text, 'base64url') };
}
