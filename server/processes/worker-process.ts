// A worker as its primary sees it.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../config.ts';
import { programAt } from '../system/paths.ts';
import type { FromWorker, ToWorker, WorkerReading } from './messages.ts';

const program = fileURLToPath(programAt('cli/main'));
const READING_MS = 2000;

export interface WorkerEnd {
  code: number | null;
  signal: string | null;
}

export interface WorkerProcess {
  /** Its slot, from 1. A replacement takes the slot over. */
  readonly slot: number;
  readonly id: number;
  readonly pid: number;
  /** Resolves with true when it serves requests, with false if it ends before. */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<WorkerEnd>;
  isReady(): boolean;
  /** Whether `stop` was called, also after its end. */
  wasStopped(): boolean;
  /** Lets it finish its requests. */
  stop(): void;
  /** Undefined if it does not answer in time. */
  readMetrics(challenge: string | undefined): Promise<WorkerReading | undefined>;
}

export function setUpWorkers(): void {
  // Every worker accepts connections from the same socket. With round robin the primary would accept them and send each
  // one to a worker, which costs more than answering it, and a killed worker would leave clients waiting (ADR 26).
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: program, args: ['serve'] });
}

export function startWorker(slot: number, settings: Environment): WorkerProcess {
  const worker: Worker = cluster.fork(settings);
  const answers = new Map<number, (reading: WorkerReading) => void>();
  const ready = Promise.withResolvers<boolean>();
  let state: 'starting' | 'ready' | 'ended' = 'starting';
  let wasStopped = false;
  let lastReading = 0;

  const ended = once(worker, 'exit').then(([code, signal]): WorkerEnd => {
    state = 'ended';
    ready.resolve(false);
    return { code, signal };
  });
  // The worker may end while a message is sent to it.
  worker.on('error', () => {});
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'metrics') answers.get(message.id)?.(message);
    else if (state === 'starting') {
      state = 'ready';
      ready.resolve(true);
    }
  });

  function send(message: ToWorker): void {
    if (worker.isConnected()) worker.send(message);
  }

  return {
    slot,
    id: worker.id,
    pid: worker.process.pid!,
    ready: ready.promise,
    ended,
    isReady: () => state === 'ready' && !wasStopped,
    wasStopped: () => wasStopped,
    stop() {
      if (wasStopped) return;
      wasStopped = true;
      if (state === 'ready') send({ kind: 'stop' });
      // It has not accepted anything yet.
      else if (state === 'starting') worker.process.kill('SIGTERM');
    },
    async readMetrics(challenge) {
      lastReading += 1;
      const id = lastReading;
      const answer = new Promise<WorkerReading>((resolve) => answers.set(id, resolve));
      send({ kind: 'read metrics', id, challenge });
      try {
        return await Promise.race([answer, sleep(READING_MS, undefined, { ref: false })]);
      } finally {
        answers.delete(id);
      }
    },
  };
}
