// A bounded queue for heavy work: one task at a time, fair between accounts. Accounts take turns, and each uses at most
// two slots of the queue, so that no account can fill it. Further tasks of an account wait behind its own two.
import { createFairQueue } from './fair-queue.ts';

export interface WorkQueue {
  /** Returns undefined if the queue is full. */
  run<T>(accountId: number, work: () => Promise<T>): Promise<T> | undefined;
}

const SLOTS_PER_ACCOUNT = 2;

export interface WorkQueueOptions {
  /** The number of slots for waiting and running tasks. */
  slots: number;
  /** How many tasks of one account may wait or run, with and without a slot. */
  maxPerAccount: number;
}

export function createWorkQueue({ slots, maxPerAccount }: WorkQueueOptions): WorkQueue {
  const waiting = createFairQueue<() => Promise<void>>(() => {});
  const counts = new Map<number, number>();
  let isRunning = false;

  function hasSlotFor(accountId: number): boolean {
    const own = counts.get(accountId) ?? 0;
    if (own >= maxPerAccount) return false;
    if (own >= SLOTS_PER_ACCOUNT) return true;
    let used = 0;
    for (const count of counts.values()) used += Math.min(count, SLOTS_PER_ACCOUNT);
    return used < slots;
  }

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let next = waiting.take(); next; next = waiting.take()) await next();
    isRunning = false;
  }

  function leave(accountId: number): void {
    const left = counts.get(accountId)! - 1;
    if (left > 0) counts.set(accountId, left);
    else counts.delete(accountId);
  }

  return {
    run(accountId, work) {
      if (!hasSlotFor(accountId)) return undefined;
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
      const task = async () => {
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        } finally {
          leave(accountId);
        }
      };
      waiting.add([{ name: String(accountId), max: maxPerAccount }], task);
      if (!isRunning) void runAll();
      return promise;
    },
  };
}
