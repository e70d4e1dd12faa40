// A bounded queue for heavy work: one task at a time, fair between accounts. Accounts take turns, and each uses at most
// two slots of the queue, so that no account can fill it. Further tasks of an account wait behind its own two.

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
  /** Tasks by account, in turn order. */
  const waiting = new Map<number, (() => Promise<void>)[]>();
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
    for (let next = takeNext(); next; next = takeNext()) await next();
    isRunning = false;
  }

  /** Returns the first task of the next account. Its other tasks wait until every other account had a turn. */
  function takeNext(): (() => Promise<void>) | undefined {
    const [entry] = waiting;
    if (!entry) return undefined;
    const [accountId, tasks] = entry;
    const task = tasks.shift();
    waiting.delete(accountId);
    if (tasks.length > 0) waiting.set(accountId, tasks);
    return task;
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
      const own = waiting.get(accountId);
      if (own) own.push(task);
      else waiting.set(accountId, [task]);
      if (!isRunning) void runAll();
      return promise;
    },
  };
}
