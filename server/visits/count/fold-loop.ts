// Folds in the background: soon after something was recorded here, and every second what other processes recorded and
// did not live to count. A few visits are counted in this thread; while more wait, another one counts them. A store that is
// away is asked again, with back-off.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Micros, SECOND } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../storage/store.ts';
import { busyLanes } from '../../storage/visits/visit-queue.ts';
import type { VisitLogger } from '../logger.ts';
import { countLane, type Folded, finishFold, fold } from './fold.ts';
import type { FoldThread } from './fold-thread.ts';
import { settle } from './settle.ts';

/** Few enough that a store with one writer, and whoever waits for it, is not held for long. */
const VISITS_A_FOLD = 1000;
/** So many take this thread a few milliseconds. */
const VISITS_HERE = 100;
const VISITS_AT_ONCE = 5000;
/** How much longer than a fold the rest is that follows it, while there is more to count. */
const REST_FACTOR = 8;
const THREAD_REST_FACTOR = 1;
const MAX_REST_MS = 500;
const MAX_BEHIND: Micros = 10 * SECOND;
const GATHER_MS = 200;
const POLL_MS = 1000;
const BUSY_MS = 20;
const MAX_BACK_OFF_MS = 10_000;

export interface FoldLoop {
  start(): void;
  /** Resolves when the fold at hand is done. */
  stop(): Promise<void>;
  /** Something was recorded. */
  wake(): void;
  /** Folds until nothing is left, and settles all of it. */
  foldAll(): Promise<void>;
  figures(): Readonly<FoldFigures>;
}

export interface FoldFigures {
  /** Visits that were counted. */
  folded: number;
  foldFailures: number;
  /** When all that could be counted was, for the last time; before the first time, when we began. */
  foldedAt: Micros;
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
  /** Visits from then on are kept one by one. */
  keptSince: () => Micros;
  /** Without it, all is counted here. */
  thread?: FoldThread | undefined;
}): FoldLoop {
  let running: Promise<void> | undefined;
  let stopped = true;
  let failures = 0;
  let rest: { until: NodeJS.Timeout; end: () => void } | undefined;
  let woken = false;
  const figures: FoldFigures = { folded: 0, foldFailures: 0, foldedAt: clock() };

  const countHere: FoldThread['count'] = (task) => countLane(store, task.lane, task.most, task.keptSince);

  async function foldSome(count: FoldThread['count'], lane: number, most: number): Promise<Folded> {
    const began = performance.now();
    const counted = await count({ lane, most, keptSince: keptSince() });
    return measured(began, await finishFold(store, counted, most));
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
      else await nextTurn();
      more = busy || since !== undefined;
    }
    await settle(store, Number.POSITIVE_INFINITY);
  }

  /** In an order of its own, so that processes which begin at the same time meet in few lanes. */
  async function waitingLanes(): Promise<number[]> {
    const lanes = await busyLanes(store.read);
    const start = Math.floor(Math.random() * lanes.length);
    return [...lanes.slice(start), ...lanes.slice(0, start)];
  }

  /** Whether there is more. A burst is answered first; what has waited for long is counted whatever else there is to do. */
  async function foldInPassing(lane: number, isBusy: boolean): Promise<boolean> {
    const began = performance.now();
    const count = thread && isBusy ? thread.count : countHere;
    const { isFull, since = 0 } = await foldSome(count, lane, thread && !isBusy ? VISITS_HERE : VISITS_A_FOLD);
    const took = performance.now() - began;
    const factor = thread ? THREAD_REST_FACTOR : REST_FACTOR;
    if (isFull && clock() - since < MAX_BEHIND) await sleep(Math.min(factor * took, MAX_REST_MS));
    else await nextTurn();
    return isFull;
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      try {
        let lanes = await waitingLanes();
        for (let isBusy = false; lanes.length > 0 && !stopped; isBusy = true) {
          const full: number[] = [];
          for (const lane of lanes) if (!stopped && (await foldInPassing(lane, isBusy))) full.push(lane);
          lanes = full;
        }
        failures = 0;
        figures.foldedAt = clock();
      } catch (error) {
        failures += 1;
        figures.foldFailures += 1;
        logger.error({ err: error, failures }, 'Could not count visits; they stay in the queue, will retry');
      }
      if (!stopped) await pause();
    }
  }

  function pause(): Promise<void> {
    const backOff = Math.min(POLL_MS * 2 ** (failures - 1), MAX_BACK_OFF_MS);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(rest?.until);
        rest = undefined;
        resolve();
      };
      rest = { until: setTimeout(end, failures > 0 ? backOff : woken ? GATHER_MS : POLL_MS).unref(), end };
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
      thread?.close();
    },
    wake() {
      // The first visit after a rest sets the time; those that follow gather until then.
      if (woken || stopped) return;
      woken = true;
      if (!rest || failures > 0) return;
      clearTimeout(rest.until);
      rest.until = setTimeout(rest.end, GATHER_MS).unref();
    },
    foldAll,
    figures: () => figures,
  };
}
