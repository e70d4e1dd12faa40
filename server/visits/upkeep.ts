// What has to be done now and then: salts made and deleted, expired visitors swept away, fresh counts settled, and who was
// seen forgotten once nothing can ask any more.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY, day, type Micros } from '../../contract/time.ts';
import type { Clock } from '../clock.ts';
import { removeExpiredEverywhere } from '../storage/live.ts';
import type { Store } from '../storage/store.ts';
import { forgetSeenBefore, forgetWritersBefore } from '../storage/visits.ts';
import type { VisitLogger } from './logger.ts';
import type { Salts } from './salts.ts';
import { settle } from './settle.ts';

const EVERY_MS = 30_000;
/** Longer than any recorded visit waits to be counted. */
const SEEN_KEPT: Micros = 35 * DAY;
const FORGOTTEN_AT_ONCE = 2000;

export interface Upkeep {
  start(): void;
  stop(): Promise<void>;
  once(): Promise<void>;
  /** Accounts with visits just counted; what was seen of them long ago can go. */
  counted(oldest: Map<number, Micros>): void;
}

export function createUpkeep({
  store,
  clock,
  salts,
  logger,
  drainSpool,
}: {
  store: Store;
  clock: Clock;
  salts: Salts;
  logger: VisitLogger;
  /** Takes up what processes that are no more left for the store. */
  drainSpool: () => Promise<void>;
}): Upkeep {
  const toForget = new Set<number>();
  /** Those done today. */
  let forgotten = { day: '', accounts: new Set<number>() };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = true;

  async function once(): Promise<void> {
    const now = clock();
    await salts.upkeep(now);
    await drainSpool();
    await store.writeVisits(async (tx) => {
      await removeExpiredEverywhere(tx, now);
      await forgetWritersBefore(tx, now - SEEN_KEPT);
      return { result: undefined, changed: [] };
    });
    await settle(store, now);
    await forget(now);
  }

  async function forget(now: Micros): Promise<void> {
    const today = day(now);
    if (forgotten.day !== today) forgotten = { day: today, accounts: new Set() };
    for (const accountId of toForget) {
      if (!forgotten.accounts.has(accountId)) await forgetAccount(accountId, day(now - SEEN_KEPT));
      forgotten.accounts.add(accountId);
      toForget.delete(accountId);
    }
  }

  async function forgetAccount(accountId: number, before: string): Promise<void> {
    let count = FORGOTTEN_AT_ONCE;
    while (count === FORGOTTEN_AT_ONCE) {
      count = await store.writeVisits(async (tx) => ({
        result: await forgetSeenBefore(tx, accountId, before, FORGOTTEN_AT_ONCE),
        changed: [],
      }));
      await nextTurn();
    }
  }

  async function run(): Promise<void> {
    try {
      await once();
    } catch (error) {
      logger.error({ err: error }, 'The upkeep of visits failed; it is tried again');
    }
    if (!stopped) timer = setTimeout(begin, EVERY_MS).unref();
  }

  function begin(): void {
    running = run();
  }

  return {
    once,
    start() {
      if (!stopped) return;
      stopped = false;
      begin();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
    counted(oldest) {
      const recent = clock() - SEEN_KEPT + DAY;
      // While old visits are being brought in, what was seen of them is still needed.
      for (const [accountId, at] of oldest) {
        if (at > recent) toForget.add(accountId);
        else toForget.delete(accountId);
      }
    },
  };
}
