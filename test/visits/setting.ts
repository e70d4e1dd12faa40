// A fresh store, a manual clock and a few known addresses, for tests of visits.
import type { TestContext } from 'node:test';
import { DAY, type Micros } from '../../contract/time.ts';
import { insertLink } from '../../server/storage/page/blocks.ts';
import { MIXED_PARTITION } from '../../server/storage/partitions.ts';
import { openStore, type Store } from '../../server/storage/store.ts';
import type { VisitBatchRow } from '../../server/storage/visit-tables.ts';
import { insertBatches } from '../../server/storage/visits/visit-queue.ts';
import { createVisits, type Visits } from '../../server/visits/index.ts';
import type { Place } from '../../server/visits/record/geography/place.ts';
import type { Locator } from '../../server/visits/record/geography.ts';
import type { VisitEvent } from '../../server/visits/record/identify.ts';
import type { Engine } from '../support/engines.ts';
import { visitUpkeep } from '../support/jobs.ts';
import { accountRow } from '../support/store.ts';

/** 2026-03-10T12:00:00Z, a Tuesday. */
export const NOON: Micros = Date.UTC(2026, 2, 10, 12) * 1000;
export const TODAY: Micros = NOON - DAY / 2;

export const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
export const firefoxOnLinux = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

const places: Record<string, Place> = {
  '192.0.2.1': { country: 'gb', city: 'London, GB' },
  '192.0.2.2': { country: 'de', city: 'Berlin, DE' },
};

interface Opened {
  store: Store;
  visits: Visits;
  /** Maintenance of half a minute. */
  upkeep(): Promise<void>;
}

export interface Setting extends Opened {
  databaseUrl: string;
  clock: { now: Micros };
  geography: Locator;
  complaints: string[];
  /** Another process on the same database, with the same clock. */
  another(): Promise<Opened>;
}

export async function setting(t: TestContext, engine: Engine): Promise<Setting> {
  const { databaseUrl, drop } = await engine.freshDatabase();
  const clock = { now: NOON };
  const complaints: string[] = [];
  const opened: { store: Store; visits: Visits }[] = [];
  t.after(async () => {
    for (const { visits } of opened) await visits.stop();
    for (const { store } of opened) await store.close();
    await drop();
  });

  const geography: Locator = {
    locate: async (address) => places[address ?? ''] ?? { country: 'xx', city: 'Unknown, XX' },
  };
  async function another() {
    const store = await openStore(databaseUrl, { watch: false });
    const logger = { error: (_details: object, message: string) => complaints.push(message), info: () => {} };
    const visits = createVisits({ store, clock: () => clock.now, geography, logger });
    opened.push({ store, visits });
    return { store, visits, upkeep: visitUpkeep({ store, visits, clock: () => clock.now }) };
  }
  const own = await another();
  for (const id of [1, 2]) {
    await own.store.write(id, (tx) => tx.insertInto('account').values(accountRow(id)).execute());
  }
  return { databaseUrl, ...own, clock, geography, complaints, another };
}

/** A typical event with the given properties. */
export function event(given: Partial<VisitEvent>): VisitEvent {
  return {
    accountId: 1,
    targetId: 0,
    at: NOON,
    visitor: 'somebody',
    country: 'gb',
    city: 'London, GB',
    os: 'Windows',
    browser: 'Chrome',
    ...given,
  };
}

export async function addLink(
  store: Store,
  link: { accountId?: number; id: number; slug: string; url?: string; deletedAt?: Micros },
): Promise<void> {
  const { accountId = 1, id, slug, url = `https://example.com/${id}`, deletedAt = null } = link;
  await store.write(accountId, (tx) => insertLink(tx, accountId, { id, slug, url, deleted_at: deletedAt }));
}

/** Copies maps without a prototype to plain objects, for comparison with literals. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** Queues batches as another engine does: in the partition of all accounts. */
export function enqueueBatches(store: Store, ...batches: Omit<VisitBatchRow, 'lane'>[]): Promise<void> {
  const rows = batches.map((batch) => ({ lane: MIXED_PARTITION, ...batch }));
  return store.enqueue((executor) => insertBatches(executor, store.dialect, rows));
}
