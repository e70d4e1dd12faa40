// Periodic maintenance. Each process maintains its own salts and spool. One process does the rest for all, under a
// lease: it deletes past salts, removes expired live visitors, rolls up recent counts, runs retention, and compacts
// stored visits.
import { MINUTE, type Micros } from '../../contract/time.ts';
import type { Jobs } from '../jobs/job-runs.ts';
import type { Store } from '../storage/store.ts';
import { removeExpiredEverywhere } from '../storage/visits/live.ts';
import { removePastEventsEverywhere } from '../storage/visits/live-streams.ts';
import { forgetWritersBefore } from '../storage/visits/visit-queue.ts';
import { deleteSaltsBefore } from '../storage/visits/visits.ts';
import type { Clock } from '../system/clock.ts';
import { yieldToRequests } from '../system/pauses.ts';
import { rollUp } from './count/roll-up.ts';
import { createLease } from './lease.ts';
import type { VisitLogger } from './logger.ts';
import { oldestSalt, type Salts } from './record/salts.ts';
import { createRetention } from './retention/retention.ts';
import { SEEN_RETENTION } from './retention/retention-hold.ts';
import { createTrustedTime } from './retention/trusted-time.ts';
import { type Compact, compactAll } from './segments/compaction.ts';

const EVERY_MS = 30_000;
const SWEPT_AT_ONCE = 2000;
/** Other maintenance tasks run after this time. The next round continues. */
const COMPACTION_MS = 10_000;
/** How long the events of live streams are stored. */
const LIVE_EVENT_LIFE = 2 * MINUTE;
const CLEARED_EVERY_MS = 5 * 60_000;
export const UPKEEP_LEASE = 'upkeep';

export interface Upkeep {
  start(): void;
  stop(): Promise<void>;
  once(): Promise<void>;
  figures(): UpkeepFigures;
}

export interface UpkeepFigures {
  /** Whether this process holds the maintenance lease. */
  holdsUpkeep: boolean;
  /** When retention last finished in this process. */
  prunedAt: Micros | undefined;
}

export function createUpkeep({
  store,
  clock,
  salts,
  logger,
  drainSpool,
  compact,
  eventDays,
  sharedChores,
  jobs,
  monotonicClock,
}: {
  store: Store;
  clock: Clock;
  salts: Salts;
  logger: VisitLogger;
  /** Imports the spools of processes that have ended. */
  drainSpool: () => Promise<void>;
  /** Compacts stored visits of one day, one step at a time. */
  compact: Compact;
  eventDays: number;
  /** More that one process does for all. */
  sharedChores: () => Promise<void>;
  jobs: Jobs;
  monotonicClock?: (() => number) | undefined;
}): Upkeep {
  const lease = createLease({ store, clock, name: UPKEEP_LEASE });
  const time = createTrustedTime({ store, clock, logger, monotonicClock });
  const retention = createRetention({ store, clock, lease, eventDays });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStarted = false;
  let isStopping = false;
  let clearedAt = Number.NEGATIVE_INFINITY;

  async function once(): Promise<void> {
    await salts.keep(clock());
    // A spool that cannot be read must not block the other tasks.
    const failure = await drainSpool().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (!isStopping && (await time.isTrusted()) && (await sweep(clock()))) {
      await time.save();
      await rollUp(store, clock());
      await retention.resume(() => isStopping);
      await sharedChores();
      await clearLog();
      const deadline = performance.now() + COMPACTION_MS;
      await compactAll(store, clock(), compact, () => isStopping || performance.now() > deadline);
    }
    if (failure) throw failure.error;
  }

  /** Ensures that deleted addresses are gone from the log after a few minutes. */
  async function clearLog(): Promise<void> {
    const now = performance.now();
    if (now - clearedAt < CLEARED_EVERY_MS) return;
    clearedAt = now;
    await store.dialect.clearLog();
  }

  /** Returns false if another process holds the lease. */
  async function sweep(now: Micros): Promise<boolean> {
    const { dialect } = store;
    const isOurs = await store.writeVisits(async (tx) => {
      if (!(await lease.holdIn(tx))) return { result: false, changed: [] };
      await dialect.erasing(tx);
      await deleteSaltsBefore(tx, oldestSalt(now));
      await forgetWritersBefore(tx, now - SEEN_RETENTION);
      return { result: true, changed: [] };
    });
    for (let swept = SWEPT_AT_ONCE; isOurs && swept === SWEPT_AT_ONCE; ) {
      swept = await dialect.queue.transaction().execute(async (tx) => {
        await dialect.erasingQueue(tx);
        const events = await removePastEventsEverywhere(tx, now - LIVE_EVENT_LIFE, SWEPT_AT_ONCE);
        return Math.max(events, await removeExpiredEverywhere(tx, now, SWEPT_AT_ONCE));
      });
      await yieldToRequests();
    }
    return isOurs;
  }

  async function run(): Promise<void> {
    await jobs.run('visits', once);
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
      // If the store is unavailable, the lease expires by itself.
      await lease.release().catch(() => {});
    },
    figures: () => ({ holdsUpkeep: lease.isHeld(), prunedAt: lease.isHeld() ? retention.finishedAt() : undefined }),
  };
}
