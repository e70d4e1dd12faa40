// What has to be done now and then. Each process sees to what is its own: the salts it keeps, and its spool. The rest is
// done by one for all, under a lease: past salts deleted, visitors who are no longer live swept away, fresh counts
// settled, and taken away what is older than it is kept.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Micros } from '../../contract/time.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../storage/store.ts';
import { removeExpiredEverywhere } from '../storage/visits/live.ts';
import { forgetWritersBefore } from '../storage/visits/visit-queue.ts';
import { deleteSaltsBefore } from '../storage/visits/visits.ts';
import { settle } from './count/settle.ts';
import { createLease } from './lease.ts';
import type { VisitLogger } from './logger.ts';
import { oldestSalt, type Salts } from './record/salts.ts';
import { createRetention } from './retention/retention.ts';
import { SEEN_KEPT } from './retention/retention-hold.ts';
import { createTrustedTime } from './retention/trusted-time.ts';

const EVERY_MS = 30_000;
const SWEPT_AT_ONCE = 2000;
const CLEARED_EVERY_MS = 5 * 60_000;
export const UPKEEP_LEASE = 'upkeep';

export interface Upkeep {
  start(): void;
  stop(): Promise<void>;
  once(): Promise<void>;
  figures(): UpkeepFigures;
}

export interface UpkeepFigures {
  /** Whether this process sees to what one does for all. */
  holdsUpkeep: boolean;
  /** When all that is older than it is kept was last taken away, as far as this process has seen to it. */
  prunedAt: Micros | undefined;
}

export function createUpkeep({
  store,
  clock,
  salts,
  logger,
  drainSpool,
  eventDays,
  monotonicClock,
}: {
  store: Store;
  clock: Clock;
  salts: Salts;
  logger: VisitLogger;
  /** Takes up what processes that are no more left for the store. */
  drainSpool: () => Promise<void>;
  eventDays: number;
  monotonicClock?: (() => number) | undefined;
}): Upkeep {
  const lease = createLease({ store, clock, name: UPKEEP_LEASE });
  const time = createTrustedTime({ store, clock, logger, monotonicClock });
  const pruning = createRetention({ store, clock, lease, eventDays });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStarted = false;
  let isStopping = false;
  let clearedAt = Number.NEGATIVE_INFINITY;

  async function once(): Promise<void> {
    await salts.keep(clock());
    // A spool that cannot be read must not keep this process from the rest.
    const failure = await drainSpool().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (!isStopping && (await time.isTrusted()) && (await sweep(clock()))) {
      await time.putDown();
      await settle(store, clock());
      await pruning.goOn(() => isStopping);
      await clearLog();
    }
    if (failure) throw failure.error;
  }

  /** So that addresses that are deleted are gone a few minutes later. */
  async function clearLog(): Promise<void> {
    const now = performance.now();
    if (now - clearedAt < CLEARED_EVERY_MS) return;
    clearedAt = now;
    await store.dialect.clearLog();
  }

  /** False where another process sees to it. */
  async function sweep(now: Micros): Promise<boolean> {
    const { dialect } = store;
    const isOurs = await store.writeVisits(async (tx) => {
      if (!(await lease.holdWithin(tx))) return { result: false, changed: [] };
      await dialect.erasing(tx);
      await deleteSaltsBefore(tx, oldestSalt(now));
      await forgetWritersBefore(tx, now - SEEN_KEPT);
      return { result: true, changed: [] };
    });
    for (let swept = SWEPT_AT_ONCE; isOurs && swept === SWEPT_AT_ONCE; ) {
      swept = await dialect.queue.transaction().execute(async (tx) => {
        await dialect.erasingQueue(tx);
        return removeExpiredEverywhere(tx, now, SWEPT_AT_ONCE);
      });
      await nextTurn();
    }
    return isOurs;
  }

  async function run(): Promise<void> {
    try {
      await once();
    } catch (error) {
      logger.error({ err: error }, 'Maintenance of visits failed; will retry');
    }
    if (!isStopping) timer = setTimeout(begin, EVERY_MS).unref();
  }

  function begin(): void {
    running = run();
  }

  return {
    once,
    start() {
      if (isStarted) return;
      [isStarted, isStopping] = [true, false];
      begin();
    },
    async stop() {
      [isStarted, isStopping] = [false, true];
      clearTimeout(timer);
      await running;
      // Where the store is away, it ends by itself.
      await lease.release().catch(() => {});
    },
    figures: () => ({ holdsUpkeep: lease.isHeld(), prunedAt: lease.isHeld() ? pruning.finishedAt() : undefined }),
  };
}
