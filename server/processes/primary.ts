// The primary starts the workers, replaces those that crash, and replaces all of them on a reload. It serves nothing
// itself: only the workers open the database.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ApiError } from '../../contract/errors.ts';
import type { Config, Environment } from '../config.ts';
import { reloadedSettings } from './reload.ts';
import { setUpWorkers, startWorker, type WorkerEnd, type WorkerProcess } from './worker-process.ts';

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** A worker that ran for this long did not fail because of its start. */
const STEADY_MS = 60_000;

export interface PrimaryOptions {
  config: Config;
  logger: Logger;
  /** Called before a worker is stopped, and once it has ended. */
  observer?: { leaving(worker: WorkerProcess): Promise<void>; left(worker: WorkerProcess): void } | undefined;
}

export interface Primary {
  /** Resolves with undefined when all workers serve requests, or with the end of the one that did not start. */
  start(): Promise<WorkerEnd | undefined>;
  /** Replaces the workers one by one. Rejects if a new one does not start; the old ones then stay. */
  reload(settings?: Environment): Promise<string>;
  /** Resolves with false if a worker had to cut off requests. */
  stop(): Promise<boolean>;
  workers(): WorkerProcess[];
  figures(): { crashes: number };
}

export function createPrimary({ config, logger, observer }: PrimaryOptions): Primary {
  const workers = new Set<WorkerProcess>();
  const delays = new Map<number, number>();
  const stopping = new AbortController();
  let current = config;
  let settings: Environment = {};
  let reloading: Promise<unknown> = Promise.resolve();
  let crashes = 0;

  function launch(slot: number, from: Environment): WorkerProcess {
    const worker = startWorker(slot, from);
    const startedAt = performance.now();
    workers.add(worker);
    worker.ended.then((end) => {
      workers.delete(worker);
      observer?.left(worker);
      if (performance.now() - startedAt > STEADY_MS) delays.delete(slot);
      if (!worker.wasStopped()) logger.error({ worker: worker.id, ...end }, 'A worker ended unexpectedly');
    });
    return worker;
  }

  /** Starts a worker that is replaced whenever it crashes. Resolves when it serves requests. */
  async function occupy(slot: number): Promise<WorkerEnd | undefined> {
    const worker = launch(slot, settings);
    if (!(await worker.ready)) return worker.ended;
    replaceAfterCrash(worker);
    return undefined;
  }

  function replaceAfterCrash(worker: WorkerProcess): void {
    const { slot } = worker;
    worker.ended.then(async () => {
      if (worker.wasStopped()) return;
      crashes += 1;
      for (let end: WorkerEnd | undefined = await restart(); end && !stopping.signal.aborted; end = await restart()) {
        logger.error({ slot, ...end }, 'The replacement of a worker did not start; will retry');
      }
    });

    async function restart(): Promise<WorkerEnd | undefined> {
      const delay = delays.get(slot) ?? FIRST_DELAY_MS;
      delays.set(slot, Math.min(2 * delay, MAX_DELAY_MS));
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {});
      // A reload may have filled the slot, or given it up.
      const isFree = ![...workers].some((other) => other.slot === slot);
      return stopping.signal.aborted || !isFree || slot > current.workers ? undefined : occupy(slot);
    }
  }

  return { start, reload, stop, workers: () => [...workers], figures: () => ({ crashes }) };

  async function start(): Promise<WorkerEnd | undefined> {
    setUpWorkers();
    // The first one alone: it migrates the database and creates the demo account.
    const failure = await occupy(1);
    if (failure) return failure;
    const ends = await Promise.all(Array.from({ length: current.workers - 1 }, (_, index) => occupy(index + 2)));
    return ends.find((end) => end !== undefined);
  }

  async function reload(wanted?: Environment): Promise<string> {
    const turn = reloading.then(() => replaceAll(wanted));
    reloading = turn.catch(() => {});
    return turn;
  }

  async function replaceAll(wanted: Environment | undefined): Promise<string> {
    const next = wanted ? reloadedSettings(current, wanted) : { config: current, settings };
    logger.info('Reloading: replacing the workers one by one');
    const old = [...workers].filter((worker) => !worker.wasStopped());
    for (let slot = 1; slot <= next.config.workers; slot += 1) {
      const worker = launch(slot, next.settings);
      if (!(await worker.ready)) {
        throw new ApiError('internal', 'A new worker did not start, see the log. The workers before it keep running.');
      }
      // From here on a crash is replaced with the new settings.
      [current, settings] = [next.config, next.settings];
      replaceAfterCrash(worker);
      await Promise.all(old.filter((other) => other.slot === slot).map(retire));
    }
    await Promise.all(old.filter((other) => other.slot > next.config.workers).map(retire));
    const sentence = `Replaced all workers: ${next.config.workers} now serve requests.`;
    logger.info(sentence);
    return sentence;
  }

  async function retire(worker: WorkerProcess): Promise<void> {
    await observer?.leaving(worker);
    worker.stop();
    await worker.ended;
  }

  async function stop(): Promise<boolean> {
    stopping.abort();
    for (const worker of workers) worker.stop();
    const ends = await Promise.all([...workers].map(({ ended }) => ended));
    return ends.every(({ code, signal }) => code === 0 || signal === 'SIGTERM');
  }
}
