// How the write-ahead log gets to the disk without holding up the event loop. To sync it takes milliseconds, and the thread
// pool does that; a checkpoint, which copies what is in it into the database, takes tens of them, and a thread does that.
import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { createWorker, type TaskWorker } from '../../../workers/worker.ts';
import { type Checkpoint, makeCheckpoint } from './checkpoint.ts';

const synced = promisify(fdatasync);

/** After the first commit since the last checkpoint. Until then, pages that change again and again are copied once. */
const CHECKPOINT_AFTER_MS = 1000;
const THREAD_IDLE_MS = 30_000;
const SQLITE_IOERR = 10;

export interface Log {
  /** A transaction was committed. */
  committed(): void;
  /** Resolves when all that was committed before is on the disk. Those who ask at the same time share a sync. */
  flush(): Promise<void>;
  /** Copies all of it into the database and empties it, if nobody is reading from it. No transaction may be under way. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export type Checkpoints = Pick<TaskWorker<Checkpoint, void>, 'run' | 'close'>;

/** In a thread, for the logs of a database and of its queue. A thread of ours keeps nobody waiting, and makes them itself. */
export function createCheckpoints(): Checkpoints {
  if (!isMainThread) return { run: async (checkpoint) => makeCheckpoint(checkpoint), close() {} };
  const program = new URL('checkpoint-worker.ts', import.meta.url);
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
      // The file is there as long as a connection is open on the database, and stays the same one.
      file ??= openSync(`${path}-wal`, 'r');
      await synced(file);
    } catch (error) {
      throw Object.assign(new Error('The write-ahead log cannot be synced', { cause: error }), {
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
      // What fails is tried again with the next; the writing connection does it by itself once the log is very long.
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

/** For a database that is in memory. */
export const noLog: Log = {
  committed() {},
  async flush() {},
  async clear() {},
  async close() {},
};
