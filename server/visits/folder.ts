// Folds in the background: soon after something was recorded here, and every second what other processes recorded and
// did not live to count. A store that is away is asked again, less and less often.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Micros, SECOND } from '../../contract/time.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../storage/store.ts';
import { busyLanes } from '../storage/visit-queue.ts';
import { type Folded, fold, foldLane } from './fold.ts';
import type { VisitLogger } from './logger.ts';
import type { RecentBatches } from './recent-batches.ts';
import { settle } from './settle.ts';

/** Few enough that a store with one writer, and whoever waits for it, is not held for long. */
const VISITS_IN_PASSING = 1000;
const VISITS_AT_ONCE = 5000;
/** How much longer than a fold the rest is that follows it, while there is more to count. */
const REST_FACTOR = 8;
const LONGEST_REST_MS = 500;
const LONGEST_BEHIND: Micros = 10 * SECOND;
const GATHER_MS = 200;
const POLL_MS = 1000;
const BUSY_MS = 20;
const LONGEST_BACK_OFF_MS = 10_000;

export interface Folder {
  start(): void;
  /** Resolves when the fold at hand is done. */
  stop(): Promise<void>;
  /** Something was recorded. */
  wake(): void;
  /** Folds until nothing is left, and settles all of it. */
  foldAll(): Promise<void>;
  figures(): Readonly<FolderFigures>;
}

export interface FolderFigures {
  /** Visits that were counted. */
  folded: number;
  foldFailures: number;
  /** When all that could be counted was, for the last time; before the first time, when we began. */
  foldedAt: Micros;
}

export function createFolder({
  store,
  clock,
  logger,
  observeFold,
  keptSince,
  recent,
}: {
  store: Store;
  clock: Clock;
  logger: VisitLogger;
  observeFold: ((seconds: number) => void) | undefined;
  /** Visits from then on are kept one by one. */
  keptSince: () => Micros;
  /** What this process has just recorded. */
  recent: RecentBatches;
}): Folder {
  let running: Promise<void> | undefined;
  let stopped = true;
  let failures = 0;
  let rest: { until: NodeJS.Timeout; end: () => void } | undefined;
  let woken = false;
  const figures: FolderFigures = { folded: 0, foldFailures: 0, foldedAt: clock() };

  async function foldSome(lane: number, most: number): Promise<Folded> {
    const began = performance.now();
    return measured(began, await foldLane(store, lane, most, { keptSince: keptSince(), recent }));
  }

  function measured(began: number, some: Folded): Folded {
    if (some.visits > 0) observeFold?.((performance.now() - began) / 1000);
    figures.folded += some.visits;
    return some;
  }

  async function foldAll(): Promise<void> {
    for (let more = true; more; ) {
      const began = performance.now();
      const { since, busy } = measured(began, await fold(store, VISITS_AT_ONCE, { keptSince: keptSince(), recent }));
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
  async function foldInPassing(lane: number): Promise<boolean> {
    const began = performance.now();
    const { isFull, since = 0 } = await foldSome(lane, VISITS_IN_PASSING);
    const took = performance.now() - began;
    if (isFull && clock() - since < LONGEST_BEHIND) await sleep(Math.min(REST_FACTOR * took, LONGEST_REST_MS));
    else await nextTurn();
    return isFull;
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      try {
        let lanes = await waitingLanes();
        while (lanes.length > 0 && !stopped) {
          const full: number[] = [];
          for (const lane of lanes) if (!stopped && (await foldInPassing(lane))) full.push(lane);
          lanes = full;
        }
        recent.forgetAll();
        failures = 0;
        figures.foldedAt = clock();
      } catch (error) {
        failures += 1;
        figures.foldFailures += 1;
        logger.error({ err: error, failures }, 'Visits could not be counted; they are kept and tried again');
      }
      if (!stopped) await pause();
    }
  }

  function pause(): Promise<void> {
    const backOff = Math.min(POLL_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS);
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
