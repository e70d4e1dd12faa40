// The records of attempts: in memory while this process serves alone, otherwise in the store. A change reads the
// records, changes them and writes them back; changes of one moment are one transaction. While the store does not
// answer, the process continues with what it knows.
import { createHmac } from 'node:crypto';
import type { Micros } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import { installationId } from '../../storage/installation.ts';
import {
  type AttemptState,
  lockAttempts,
  readAllAttempts,
  readAttempts,
  writeAttempts,
} from '../../storage/shared-limits.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';

export interface AttemptRecord {
  failures: number;
  last: Micros;
  /** The time of the next allowed attempt. */
  until: Micros;
}

export type AttemptRecords = Map<string, AttemptRecord>;
type Change<T> = (records: AttemptRecords, now: Micros) => T;

interface Waiting {
  keys: readonly string[];
  change: Change<unknown>;
  resolve(result: unknown): void;
}

export interface SharedAttemptsOptions {
  store: Store;
  sharedCounters: SharedCounters;
  clock: Clock;
  maxRecords: number;
  maxAge: Micros;
}

const RECORDS_AT_ONCE = 1000;

export function createSharedAttempts({ store, sharedCounters, clock, maxRecords, maxAge }: SharedAttemptsOptions) {
  const { dialect } = store;
  const memory = createLru<string, AttemptRecord & { isUnsent: boolean }>(maxRecords);
  let secret: Promise<string> | undefined;
  let waiting: Waiting[] = [];
  let isSending = false;
  let hasUnsent = false;

  function changeHere<T>(keys: readonly string[], change: Change<T>): T {
    const records: AttemptRecords = new Map();
    for (const key of keys) {
      const known = memory.get(key);
      if (known) records.set(key, known);
    }
    const result = change(records, clock());
    keep(records, true);
    return result;
  }

  function keep(records: AttemptRecords, isUnsent: boolean): void {
    for (const [key, { failures, last, until }] of records) memory.set(key, { failures, last, until, isUnsent });
    hasUnsent ||= isUnsent;
  }

  /** One transaction at a time: changes that arrive meanwhile are in the next one. */
  async function sendWaiting(): Promise<void> {
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const results = await sharedCounters.attempt(changeThere(batch)).catch(() => undefined);
      for (const [index, { keys, change, resolve }] of batch.entries()) {
        resolve(results ? results[index] : changeHere(keys, change));
      }
    }
    isSending = false;
  }

  async function changeThere(batch: readonly Pick<Waiting, 'keys' | 'change'>[]): Promise<unknown[]> {
    const keys = [...new Set(batch.flatMap((each) => each.keys))];
    const { records, results } = await dialect.queue.transaction().execute(async (tx) => {
      await lockAttempts(tx, dialect);
      const now = clock();
      const records = recordsIn(await readAttempts(tx, dialect, keys), now);
      const results = batch.map(({ keys, change }) => {
        // A change sees its own records only.
        const own: AttemptRecords = new Map(keys.flatMap((key) => entryOf(records, key)));
        const result = change(own, now);
        for (const [key, record] of own) records.set(key, record);
        return result;
      });
      await writeAttempts(tx, dialect, statesOf(records, now));
      return { records, results };
    });
    keep(records, false);
    return results;
  }

  /** Of two records for the same key, the one with more failures counts. */
  async function share(): Promise<void> {
    if (!hasUnsent) return;
    hasUnsent = false;
    const oldest = clock() - maxAge;
    const unsent = [...memory.entries()].filter(([, { isUnsent, last }]) => isUnsent && last > oldest);
    try {
      for (let start = 0; start < unsent.length; start += RECORDS_AT_ONCE) {
        const part = new Map(unsent.slice(start, start + RECORDS_AT_ONCE));
        await changeThere([{ keys: [...part.keys()], change: (found) => addMissing(found, part) }]);
      }
    } catch (error) {
      hasUnsent = true;
      throw error;
    }
  }

  async function resume(): Promise<void> {
    keep(recordsIn(await readAllAttempts(store.read, dialect, maxAge), clock()), false);
  }

  sharedCounters.add({ share, resume });
  return {
    /** Names what is limited without an address in it. */
    async nameOf(key: string): Promise<string> {
      secret ??= installationId(store.read);
      secret.catch(() => {
        secret = undefined;
      });
      return createHmac('sha256', await secret)
        .update(key)
        .digest('base64url');
    },
    /** Changes the records of these keys. The change adds those that are missing; it may run twice. */
    async change<T>(keys: readonly string[], change: Change<T>): Promise<T> {
      if (!sharedCounters.isShared()) return changeHere(keys, change);
      return new Promise((resolve) => {
        waiting.push({ keys, change, resolve: resolve as (result: unknown) => void });
        if (!isSending) sendWaiting().catch(() => {});
      });
    },
  };
}

function entryOf(records: AttemptRecords, key: string): [string, AttemptRecord][] {
  const record = records.get(key);
  return record ? [[key, record]] : [];
}

function addMissing(found: AttemptRecords, ours: AttemptRecords): void {
  for (const [key, record] of ours) {
    const theirs = found.get(key);
    if (!theirs || theirs.failures < record.failures) found.set(key, record);
  }
}

function recordsIn(states: readonly AttemptState[], now: Micros): AttemptRecords {
  return new Map(
    states.map(({ key, failures, age, wait }) => [
      key,
      { failures, last: now - age, until: wait > 0 ? now + wait : 0 },
    ]),
  );
}

function statesOf(records: AttemptRecords, now: Micros): AttemptState[] {
  return [...records].map(([key, { failures, last, until }]) => ({
    key,
    failures,
    age: now - last,
    wait: Math.max(0, until - now),
  }));
}
