// Syncs and checkpoints the write-ahead log without blocking the event loop. A sync takes milliseconds and runs in the
// thread pool. A checkpoint takes tens of milliseconds and runs in a worker thread.
import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { programAt } from '../../../system/paths.ts';
import { createWorker, type TaskWorker } from '../../../workers/worker.ts';
import { type Checkpoint, makeCheckpoint } from './checkpoint.ts';

const synced = promisify(fdatasync);

/**
 * Counted from the first commit after the last checkpoint. The delay lets repeated changes of a page be copied once.
 */
const CHECKPOINT_AFTER_MS = 1000;
const THREAD_IDLE_MS = 30_000;
const SQLITE_IOERR = 10;

export interface Log {
  /** Call it after each commit. */
  committed(): void;
  /** Resolves when all earlier commits are on disk. Concurrent calls share a sync. */
  flush(): Promise<void>;
  /** Checkpoints the whole log and truncates it, unless a reader uses it. No transaction may be open. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export type Checkpoints = Pick<TaskWorker<Checkpoint, void>, 'run' | 'close'>;

/**
 * Runs in one worker thread for the database and its queue. In a worker thread, checkpoints run in place: nothing else
 * waits there.
 */
export function createCheckpoints(): Checkpoints {
  if (!isMainThread) return { run: async (checkpoint) => makeCheckpoint(checkpoint), async close() {} };
  const program = programAt('storage/dialects/sqlite/checkpoint-worker');
  return createWorker({ kind: 'thread', program, idleMs: THREAD_IDLE_MS });
}

export function createLog(path: string, checkpoints: Checkpoints): Log {
  let file: number | undefined;
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let checkpointing: Promise<void> = Promise.resolve();

  function beginSync(): Promise<void> {
    next = undefined;
    current = sync();
    return current;
  }

  async function sync(): Promise<void> {
    try {
      // The file exists, and stays the same, as long as a connection is open.
      file ??= openSync(`${path}-wal`, 'r');
      await synced(file);
    } catch (error) {
      throw Object.assign(new Error('Could not sync the write-ahead log', { cause: error }), {
        errcode: SQLITE_IOERR,
      });
    }
  }

  function checkpoint(mode: Checkpoint['mode']): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    checkpointing = checkpoints.run({ path, mode });
    return checkpointing;
  }

  return {
    committed() {
      // A failed checkpoint is retried after the next commit. The writing connection checkpoints by itself if the log
      // grows very long.
      timer ??= setTimeout(() => checkpoint('PASSIVE').catch(() => {}), CHECKPOINT_AFTER_MS).unref();
    },
    flush() {
      next ??= current.then(beginSync, beginSync);
      return next;
    },
    clear: () => checkpoint('TRUNCATE'),
    async close() {
      clearTimeout(timer);
      await checkpointing.catch(() => {});
      await (next ?? current).catch(() => {});
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** For in-memory databases. */
export const noLog: Log = {
  committed() {},
  async flush() {},
  async clear() {},
  async close() {},
};
