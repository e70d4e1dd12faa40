// Plans large imports in a thread, one at a time. Whatever a document or a file from elsewhere asks for in time and
// memory, everybody else is served meanwhile.
import { Worker } from 'node:worker_threads';
import { type ErrorCode, type FieldErrors, invalid, Refusal } from '../../../contract/errors.ts';
import type { VaultSettings } from '../../files/open.ts';
import { createTurns } from '../../files/turns.ts';
import type { AnsweredPlan, ImportRequest } from './planning.ts';

const MAX_WAITING = 16;
/** For reading what was sent, and for planning: a body that takes longer was made to, a plan is held up by others. */
const MAX_READING_MS = 30_000;
const MAX_PLANNING_MS = 120_000;
const MAX_MEGABYTES = 512;
/** It takes a moment to begin, and many megabytes to stay. */
const IDLE_MS = 30_000;
const program = new URL('thread.ts', import.meta.url);

export interface ThreadSettings {
  databaseUrl: string;
  vault: VaultSettings;
  quotaBytes: number;
}

export type ToThread = { request: ImportRequest } | { ids: number[] };
export type FromThread =
  | { hasRead: true }
  | { idsNeeded: number }
  | { plan: AnsweredPlan }
  | { refusal: { code: ErrorCode; message: string; status: number; errors: FieldErrors | undefined } }
  | { failure: Error; isUnavailable: boolean };

export interface PlanningThread {
  plan(request: ImportRequest): Promise<AnsweredPlan>;
  close(): Promise<void>;
}

export function createPlanningThread(
  settings: ThreadSettings,
  allocateIds: (count: number) => Promise<number[]>,
): PlanningThread {
  const turns = createTurns(MAX_WAITING);
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let current: (PromiseWithResolvers<AnsweredPlan> & { hasRead(): void }) | undefined;

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: MAX_MEGABYTES };
    const worker = new Worker(program, { workerData: settings, resourceLimits });
    worker.on('message', (message: FromThread) => {
      if ('plan' in message) current?.resolve(message.plan);
      else if ('hasRead' in message) current?.hasRead();
      else if ('idsNeeded' in message) void giveIds(worker, message.idsNeeded);
      else current?.reject(errorOf(message));
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      current?.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('takes too much room') : error);
    });
    worker.on('exit', () => {
      current?.reject(crowded());
      if (thread === worker) thread = undefined;
    });
    return worker;
  }

  async function giveIds(worker: Worker, count: number): Promise<void> {
    try {
      const ids = await allocateIds(count);
      worker.postMessage({ ids } satisfies ToThread);
    } catch (error) {
      // It waits for ids in vain, and cannot go on.
      current?.reject(error);
      await stop();
    }
  }

  function giveUp(reason: Refusal): void {
    current?.reject(reason);
    void stop();
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = thread;
    thread = undefined;
    await stopped?.terminate();
  }

  async function ask(request: ImportRequest): Promise<AnsweredPlan> {
    clearTimeout(idle);
    thread ??= start();
    thread.ref();
    let late = setTimeout(giveUp, MAX_READING_MS, tooMuch('takes too long'));
    current = {
      ...Promise.withResolvers(),
      hasRead() {
        clearTimeout(late);
        late = setTimeout(giveUp, MAX_PLANNING_MS, crowded());
      },
    };
    try {
      thread.postMessage({ request } satisfies ToThread);
      return await current.promise;
    } finally {
      clearTimeout(late);
      current = undefined;
      thread?.unref();
      idle = setTimeout(stop, IDLE_MS).unref();
    }
  }

  return {
    async plan(request) {
      const planned = turns.take(() => ask(request));
      if (!planned) throw crowded();
      return planned;
    },
    close: stop,
  };
}

export function crowded(): Refusal {
  return new Refusal('unavailable', 'Too many pages are being imported; try again shortly.');
}

function tooMuch(problem: string): Refusal {
  return invalid({ text: [`It ${problem} to read, which no page of links does.`] });
}

function errorOf(message: Extract<FromThread, { refusal: unknown } | { failure: Error }>): Error {
  if ('refusal' in message) {
    const { code, message: sentence, status, errors } = message.refusal;
    return new Refusal(code, sentence, { status, ...(errors && { errors }) });
  }
  const { failure, isUnavailable } = message;
  if (!isUnavailable) return failure;
  return new Refusal('unavailable', 'The store cannot do this right now; try again shortly.', { cause: failure });
}
