// Aggregates in the background: soon after this process records visits, and every second for visits of crashed
// processes. A few visits are counted in the main thread; while more wait, a worker thread counts them. If the store is
// unavailable, it retries with back-off. If only one server of a cluster is, the partitions of the others are counted
// meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Micros, SECOND } from '../../../contract/time.ts';
import type { Store } from '../../storage/store.ts';
import { busyPartitions } from '../../storage/visits/visit-queue.ts';
import type { Clock } from '../../system/clock.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import type { VisitLogger } from '../logger.ts';
import { type Aggregated, aggregate, countPartition, finishAggregation } from './aggregate.ts';
import type { AggregationThread } from './aggregation-thread.ts';
import { rollUp } from './roll-up.ts';

/** Small enough that an aggregation does not block a single-writer store for long. */
const VISITS_PER_AGGREGATION = 1000;
/** This many take the main thread a few milliseconds. */
const VISITS_IN_MAIN_THREAD = 100;
const VISITS_AT_ONCE = 5000;
/** While there is more to count, the pause after an aggregation is this many times as long as the aggregation. */
const REST_FACTOR = 8;
const THREAD_REST_FACTOR = 1;
const MAX_REST_MS = 500;
const MAX_DELAY: Micros = 10 * SECOND;
const BATCH_MS = 200;
const POLL_MS = 1000;
const BUSY_MS = 20;
const MAX_BACK_OFF_MS = 10_000;

export interface AggregationLoop {
  start(): void;
  /** Resolves when the current aggregation is done. */
  stop(): Promise<void>;
  /** Call it after recording visits. */
  wake(): void;
  /** Aggregates until the queue is empty, and rolls up all counts. */
  aggregateAll(): Promise<void>;
  figures(): Readonly<AggregationFigures>;
}

export interface AggregationFigures {
  /** Counted visits. */
  aggregated: number;
  aggregationFailures: number;
  /** When the queue was last empty; initially the start time. */
  aggregatedAt: Micros;
}

function backOff(failures: number): number {
  return Math.min(POLL_MS * 2 ** (failures - 1), MAX_BACK_OFF_MS);
}

export function createAggregationLoop({
  store,
  clock,
  logger,
  observeAggregation,
  keptSince,
  thread,
}: {
  store: Store;
  clock: Clock;
  logger: VisitLogger;
  observeAggregation: ((seconds: number) => void) | undefined;
  /** Individual visits are stored from this time on. */
  keptSince: () => Micros;
  /** Without it, the main thread counts everything. */
  thread?: AggregationThread | undefined;
}): AggregationLoop {
  let running: Promise<void> | undefined;
  let stopped = true;
  let failures = 0;
  /** Partitions whose server in a cluster did not answer, and when one of them is tried again. */
  const away = new Set<number>();
  let retries = 0;
  let retryAt = 0;
  let rest: { until: NodeJS.Timeout; end: () => void } | undefined;
  let woken = false;
  const figures: AggregationFigures = { aggregated: 0, aggregationFailures: 0, aggregatedAt: clock() };

  const countHere: AggregationThread['count'] = (task) =>
    countPartition(store, task.partition, task.limit, task.keptSince);

  async function aggregateSome(
    count: AggregationThread['count'],
    partition: number,
    limit: number,
  ): Promise<Aggregated> {
    const began = performance.now();
    const counted = await count({ partition, limit, keptSince: keptSince() });
    return measured(began, await finishAggregation(store, counted, limit));
  }

  function measured(began: number, some: Aggregated): Aggregated {
    if (some.visits > 0) observeAggregation?.((performance.now() - began) / 1000);
    figures.aggregated += some.visits;
    return some;
  }

  async function aggregateAll(): Promise<void> {
    for (let more = true; more; ) {
      const began = performance.now();
      const { since, busy } = measured(began, await aggregate(store, VISITS_AT_ONCE, keptSince()));
      if (busy) await sleep(BUSY_MS);
      else await yieldToRequests();
      more = busy || since !== undefined;
    }
    await rollUp(store, Number.POSITIVE_INFINITY);
  }

  /** In random order, so that processes that start at the same time rarely compete for a partition. */
  async function waitingPartitions(): Promise<number[]> {
    const partitions = await busyPartitions(store.read);
    const start = Math.floor(Math.random() * partitions.length);
    return [...partitions.slice(start), ...partitions.slice(0, start)];
  }

  /**
   * Returns whether there is more. During a burst, requests come first; visits that have waited long are counted
   * anyway.
   */
  async function aggregatePartition(partition: number, isBusy: boolean): Promise<boolean> {
    const began = performance.now();
    const count = thread && isBusy ? thread.count : countHere;
    const { isFull, since = 0 } = await aggregateSome(
      count,
      partition,
      thread && !isBusy ? VISITS_IN_MAIN_THREAD : VISITS_PER_AGGREGATION,
    );
    const took = performance.now() - began;
    const factor = thread ? THREAD_REST_FACTOR : REST_FACTOR;
    if (isFull && clock() - since < MAX_DELAY) await sleep(Math.min(factor * took, MAX_REST_MS));
    else await yieldToRequests();
    return isFull;
  }

  async function aggregateWaiting(): Promise<void> {
    const waiting = await waitingPartitions();
    let partitions = waiting.filter((partition) => !away.has(partition));
    for (let isBusy = false; partitions.length > 0 && !stopped; isBusy = true) {
      const full: number[] = [];
      for (const partition of partitions) if (!stopped && (await attempt(partition, isBusy))) full.push(partition);
      partitions = full;
    }
    if (away.size === 0) figures.aggregatedAt = clock();
    else await retryOne(waiting);
  }

  /** A partition whose server does not answer does not stop the others. */
  async function attempt(partition: number, isBusy: boolean): Promise<boolean> {
    try {
      return await aggregatePartition(partition, isBusy);
    } catch (error) {
      if (!store.dialect.isDistributed || !(await isUp())) throw error;
      if (away.size === 0) report(error, 1);
      away.add(partition);
      return false;
    }
  }

  function isUp(): Promise<boolean> {
    return store.ping().then(
      () => true,
      () => false,
    );
  }

  /**
   * One partition shows whether the server answers again: with each, an attempt could take as long as a connection
   * timeout.
   */
  async function retryOne(waiting: readonly number[]): Promise<void> {
    if (performance.now() < retryAt) return;
    const partition = waiting.find((one) => away.has(one));
    try {
      if (partition !== undefined) await aggregatePartition(partition, true);
      away.clear();
      retries = 0;
    } catch (error) {
      retries += 1;
      retryAt = performance.now() + backOff(retries);
      report(error, 1 + retries);
    }
  }

  function report(error: unknown, failures: number): void {
    figures.aggregationFailures += 1;
    logger.error({ err: error, failures }, 'Could not count visits; they stay in the queue, will retry');
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      try {
        await aggregateWaiting();
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
    aggregateAll,
    figures: () => figures,
  };
}
