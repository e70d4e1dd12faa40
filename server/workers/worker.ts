// Runs tasks outside the main event loop, in a child process or a thread, one task at a time. A worker starts with the
// first task and stops after an idle timeout. The other side is `serve-tasks.ts`.
import { type ChildProcess, fork } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type ResourceLimits, Worker as Thread } from 'node:worker_threads';
import { ApiError, type ErrorCode, type FieldErrors } from '../../contract/errors.ts';

/** A worker's reply. A refusal is a regular reply; a failure is a bug in the task. */
export type Reply<Result> =
  | { result: Result }
  | { apiError: { code: ErrorCode; message: string; errors: FieldErrors | undefined } }
  | { failure: string };

/** During a task, a worker may ask its parent a question, for example for a new id. */
export type FromWorker<Result> = Reply<Result> | { question: unknown };
export type ToWorker<Task> = { task: Task } | { answer: unknown };

export type WorkerFault = 'failed' | 'exited' | 'timeout' | 'out_of_memory' | 'not_started';

export class WorkerError extends Error {
  readonly fault: WorkerFault;

  constructor(fault: WorkerFault, cause: unknown) {
    super(`The worker gave no answer: ${fault}`, { cause });
    this.name = 'WorkerError';
    this.fault = fault;
  }
}

export interface WorkerOptions {
  /** A child process can crash or be killed without harming this process, and returns all of its memory. */
  kind: 'process' | 'thread';
  program: URL;
  /** Task timeout; none by default. */
  taskMs?: number;
  /** Idle timeout; 0 stops the worker after each task. */
  idleMs: number;
  resourceLimits?: ResourceLimits;
  /** For threads: the `workerData`. */
  data?: unknown;
  /** Answers a question of a task. If it rejects, the task fails with the same error. */
  answer?(question: unknown): Promise<unknown>;
}

export interface TaskWorker<Task, Result> {
  /** Rejects with the task's own `ApiError`, or with a `WorkerError`. */
  run(task: Task): Promise<Result>;
  /** The number of waiting and running tasks. */
  pending(): number;
  /** Stops the worker for good, and resolves when it has ended. Running and waiting tasks are rejected. */
  close(): Promise<void>;
}

interface Handle {
  events: EventEmitter;
  post(message: ToWorker<unknown>): void;
  /** Resolves when it has ended, with all files closed. */
  stop(): Promise<void>;
  isAlive(): boolean;
  /** Whether the worker keeps this process from exiting. */
  hold(isHeld: boolean): void;
}

export function createWorker<Task, Result>(options: WorkerOptions): TaskWorker<Task, Result> {
  const start = () => (options.kind === 'process' ? startProcess(options) : startThread(options));
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  let idle: { handle: Handle; until: NodeJS.Timeout } | undefined;
  let running: Handle | undefined;
  let isClosed = false;

  async function perform(task: Task): Promise<Result> {
    if (isClosed) throw new WorkerError('exited', 'It was closed.');
    const handle = wake() ?? start();
    running = handle;
    const reply = await ask<Result>(handle, task, options).finally(() => {
      running = undefined;
    });
    if (options.idleMs > 0) rest(handle);
    else void handle.stop();
    if ('result' in reply) return reply.result;
    if ('failure' in reply) throw new WorkerError('failed', reply.failure);
    const { code, message, errors } = reply.apiError;
    throw new ApiError(code, message, errors && { errors });
  }

  function rest(handle: Handle): void {
    handle.hold(false);
    // It may crash or be killed while it is idle. The next task then starts a new one.
    handle.events.on('error', () => {});
    const until = setTimeout(() => {
      idle = undefined;
      void handle.stop();
    }, options.idleMs).unref();
    idle = { handle, until };
  }

  function wake(): Handle | undefined {
    const woken = idle;
    idle = undefined;
    if (!woken) return undefined;
    clearTimeout(woken.until);
    woken.handle.events.removeAllListeners('error');
    if (!woken.handle.isAlive()) return undefined;
    woken.handle.hold(true);
    return woken.handle;
  }

  return {
    run(task) {
      pending += 1;
      const done = last
        .then(() => perform(task))
        .finally(() => {
          pending -= 1;
        });
      last = done.catch(() => {});
      return done;
    },
    pending: () => pending,
    async close() {
      isClosed = true;
      await Promise.all([running?.stop(), wake()?.stop()]);
    },
  };
}

function ask<Result>(handle: Handle, task: unknown, { taskMs, answer }: WorkerOptions): Promise<Reply<Result>> {
  const { events } = handle;
  return new Promise<Reply<Result>>((resolve, reject) => {
    let isLate = false;
    const stop = () => {
      isLate = true;
      void handle.stop();
    };
    const timer = taskMs === undefined ? undefined : setTimeout(stop, taskMs);
    const settle = () => {
      clearTimeout(timer);
      events.off('message', onMessage).off('exit', onExit).off('error', onError);
    };
    const onMessage = (message: FromWorker<Result>) => {
      if ('question' in message) {
        answer!(message.question).then((value) => handle.post({ answer: value }), fail);
        return;
      }
      settle();
      resolve(message);
    };
    const fail = (error: unknown) => {
      settle();
      handle.events.on('error', () => {});
      void handle.stop();
      reject(error);
    };
    const onExit = (cause: unknown) => {
      settle();
      reject(new WorkerError(isLate ? 'timeout' : 'exited', cause));
    };
    const onError = (error: NodeJS.ErrnoException) => {
      settle();
      // A thread reports its end as an error first. Ignore later errors.
      events.on('error', () => {});
      reject(new WorkerError(faultOf(error), error));
    };
    events.on('message', onMessage).on('exit', onExit).on('error', onError);
    handle.post({ task });
  });
}

function faultOf({ code, syscall }: NodeJS.ErrnoException): WorkerFault {
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'out_of_memory';
  return syscall?.startsWith('spawn') ? 'not_started' : 'failed';
}

/**
 * Without environment variables, because decoders need no settings. Fewer malloc arenas, because each retains freed
 * memory.
 */
function startProcess({ program }: WorkerOptions): Handle {
  const child: ChildProcess = fork(fileURLToPath(program), {
    serialization: 'advanced',
    env: { MALLOC_ARENA_MAX: '2' },
  });
  return {
    events: child,
    post: (message) => child.send(message, () => {}),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    },
    isAlive: () => child.connected,
    hold(isHeld) {
      if (isHeld) child.ref();
      else child.unref();
      if (isHeld) child.channel?.ref();
      else child.channel?.unref();
    },
  };
}

function startThread({ program, resourceLimits = {}, data }: WorkerOptions): Handle {
  const thread = new Thread(program, { resourceLimits, workerData: data });
  let isAlive = true;
  thread.once('exit', () => {
    isAlive = false;
  });
  return {
    events: thread,
    post: (message) => thread.postMessage(message),
    async stop() {
      await thread.terminate();
    },
    isAlive: () => isAlive,
    hold: (isHeld) => (isHeld ? thread.ref() : thread.unref()),
  };
}
