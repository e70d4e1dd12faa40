// Folds in the background: soon after this process records visits, and every second for visits of crashed processes. A
// few visits are counted in the main thread; while more wait, a worker thread counts them. If the store is unavailable,
// it retries with back-off. If only one server of a cluster is, the lanes of the others are counted meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Micros, SECOND } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import { yieldToRequests } from '../../pauses.ts';
import type { Store } from '../../storage/store.ts';
import { busyLanes } from '../../storage/visits/visit-queue.ts';
import type { VisitLogger } from '../logger.ts';
import { countLane, type Folded, finishFold, fold } from './fold.ts';
import type { FoldThread } from './fold-thread.ts';
import { settle } from './settle.ts';

/** Small enough that a fold does not block a single-writer store for long. */
const VISITS_PER_FOLD = 1000;
/** This many take the main thread a few milliseconds. */
const VISITS_IN_MAIN_THREAD = 100;
const VISITS_AT_ONCE = 5000;
/** While there is more to count, the pause after a fold is this many times as long as the fold. */
const REST_FACTOR = 8;
const THREAD_REST_FACTOR = 1;
const MAX_REST_MS = 500;
const MAX_DELAY: Micros = 10 * SECOND;
const BATCH_MS = 200;
const POLL_MS = 1000;
const BUSY_MS = 20;
const MAX_BACK_OFF_MS = 10_000;

export interface FoldLoop {
  start(): void;
  /** Resolves when the current fold is done. */
  stop(): Promise<void>;
  /** Call it after recording visits. */
  wake(): void;
  /** Folds until the queue is empty, and settles all counts. */
  foldAll(): Promise<void>;
  figures(): Readonly<FoldFigures>;
}

export interface FoldFigures {
  /** Counted visits. */
  folded: number;
  foldFailures: number;
  /** When the queue was last empty; initially the start time. */
  foldedAt: Micros;
}

function backOff(failures: number): number {
  return Math.min(POLL_MS * 2 ** (failures - 1), MAX_BACK_OFF_MS);
}

export function createFoldLoop({
  store,
  clock,
  logger,
  observeFold,
  keptSince,
  thread,
}: {
  store: Store;
  clock: Clock;
  logger: VisitLogger;
  observeFold: ((seconds: number) => void) | undefined;
  /** Individual visits are stored from this time on. */
  keptSince: () => Micros;
  /** Without it, the main thread counts everything. */
  thread?: FoldThread | undefined;
}): FoldLoop {
  let running: Promise<void> | undefined;
  let stopped = true;
  let failures = 0;
  /** Lanes whose server in a cluster did not answer, and when one of them is tried again. */
  const away = new Set<number>();
  let retries = 0;
  let retryAt = 0;
  let rest: { until: NodeJS.Timeout; end: () => void } | undefined;
  let woken = false;
  const figures: FoldFigures = { folded: 0, foldFailures: 0, foldedAt: clock() };

  const countHere: FoldThread['count'] = (task) => countLane(store, task.lane, task.limit, task.keptSince);

  async function foldSome(count: FoldThread['count'], lane: number, limit: number): Promise<Folded> {
    const began = performance.now();
    const counted = await count({ lane, limit, keptSince: keptSince() });
    return measured(began, await finishFold(store, counted, limit));
  }

  function measured(began: number, some: Folded): Folded {
    if (some.visits > 0) observeFold?.((performance.now() - began) / 1000);
    figures.folded += some.visits;
    return some;
  }

  async function foldAll(): Promise<void> {
    for (let more = true; more; ) {
      const began = performance.now();
      const { since, busy } = measured(began, await fold(store, VISITS_AT_ONCE, keptSince()));
      if (busy) await sleep(BUSY_MS);
      else await yieldToRequests();
      more = busy || since !== undefined;
    }
    await settle(store, Number.POSITIVE_INFINITY);
  }

  /** In random order, so that processes that start at the same time rarely compete for a lane. */
  async function waitingLanes(): Promise<number[]> {
    const lanes = await busyLanes(store.read);
    const start = Math.floor(Math.random() * lanes.length);
    return [...lanes.slice(start), ...lanes.slice(0, start)];
  }

  /**
   * Returns whether there is more. During a burst, requests come first; visits that have waited long are counted
   * anyway.
   */
  async function foldLane(lane: number, isBusy: boolean): Promise<boolean> {
    const began = performance.now();
    const count = thread && isBusy ? thread.count : countHere;
    const { isFull, since = 0 } = await foldSome(
      count,
      lane,
      thread && !isBusy ? VISITS_IN_MAIN_THREAD : VISITS_PER_FOLD,
    );
    const took = performance.now() - began;
    const factor = thread ? THREAD_REST_FACTOR : REST_FACTOR;
    if (isFull && clock() - since < MAX_DELAY) await sleep(Math.min(factor * took, MAX_REST_MS));
    else await yieldToRequests();
    return isFull;
  }

  async function foldWaiting(): Promise<void> {
    const waiting = await waitingLanes();
    let lanes = waiting.filter((lane) => !away.has(lane));
    for (let isBusy = false; lanes.length > 0 && !stopped; isBusy = true) {
      const full: number[] = [];
      for (const lane of lanes) if (!stopped && (await attempt(lane, isBusy))) full.push(lane);
      lanes = full;
    }
    if (away.size === 0) figures.foldedAt = clock();
    else await retryOne(waiting);
  }

  /** A lane whose server does not answer does not stop the others. */
  async function attempt(lane: number, isBusy: boolean): Promise<boolean> {
    try {
      return await foldLane(lane, isBusy);
    } catch (error) {
      if (!store.dialect.isDistributed || !(await isUp())) throw error;
      if (away.size === 0) report(error, 1);
      away.add(lane);
      return false;
    }
  }

  function isUp(): Promise<boolean> {
    return store.ping().then(
      () => true,
      () => false,
    );
  }

  /** One lane shows whether the server answers again: with each, an attempt could take as long as a connection timeout. */
  async function retryOne(waiting: readonly number[]): Promise<void> {
    if (performance.now() < retryAt) return;
    const lane = waiting.find((one) => away.has(one));
    try {
      if (lane !== undefined) await foldLane(lane, true);
      away.clear();
      retries = 0;
    } catch (error) {
      retries += 1;
      retryAt = performance.now() + backOff(retries);
      report(error, 1 + retries);
    }
  }

  function report(error: unknown, failures: number): void {
    figures.foldFailures += 1;
    logger.error({ err: error, failures }, 'Could not count visits; they stay in the queue, will retry');
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      try {
        await foldWaiting();
        failures = 0;
      } catch (error) {
        failures += 1;
        report(error, failures);
      }
      if (!stopped) await pause();
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(rest?.until);
        rest = undefined;
        resolve();
      };
      rest = { until: setTimeout(end, failures > 0 ? backOff(failures) : woken ? BATCH_MS : POLL_MS).unref(), end };
    });
  }

  return {
    start() {
      if (!stopped) return;
      stopped = false;
      running = run();
    },
    async stop() {
      stopped = true;
      rest?.end();
      await running;
      await thread?.close();
    },
    wake() {
      // The first visit after a pause starts the timer; later ones are batched until it fires.
      if (woken || stopped) return;
      woken = true;
      if (!rest || failures > 0) return;
      clearTimeout(rest.until);
      rest.until = setTimeout(rest.end, BATCH_MS).unref();
    },
    foldAll,
    figures: () => figures,
  };
}
