// Whether this process counts alone or together with others. Alone, limits are counted in memory, at no cost. With
// others, they are counted in the store. A process that starts waits until all others count there; a process that is
// the last one left continues alone with what was counted.
import { setTimeout as sleep } from 'node:timers/promises';
import { lockProcesses, otherProcesses, registerProcess, removeProcess } from '../storage/shared-limits.ts';
import type { Store } from '../storage/store.ts';
import { isGone, nameProcess } from './process-names.ts';

const BEAT_MS = 500;
const RENEW_MS = 5000;
const HANDOVER_MS = 5000;
const HANDOVER_CHECK_MS = 50;
/** A count must not take longer. The process then counts alone for a while. */
const MAX_WAIT_MS = 3000;
const AWAY_MS = 2000;

type Mode = 'alone' | 'shared';

/** Something that is counted. */
export interface SharedCounter {
  /** Adds to the store what was counted in memory. */
  share(): Promise<void>;
  /** Reads from the store what was counted, to continue in memory. */
  resume(): Promise<void>;
}

export interface SharedCounters {
  /** Whether to count in the store. False as well while it does not answer. */
  isShared(): boolean;
  /** Waits for work on the store. Rejects if that fails or takes too long; then nothing is shared for a while. */
  attempt<T>(work: Promise<T>): Promise<T>;
  add(part: SharedCounter): void;
  /** `hasOthers` says that there will always be other processes. Resolves when those that run now share. */
  start(options: { hasOthers: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/** The processes that serve, other than this one: for each, whether it counts in the store. */
export async function servingProcesses({ read, dialect }: Store, executor = read, id = ''): Promise<boolean[]> {
  const registered = await otherProcesses(executor, dialect, id);
  return registered.filter((each) => !isGone(each.id)).map(({ shares }) => shares);
}

export function createSharedCounters(store: Store): SharedCounters {
  const { dialect } = store;
  const id = nameProcess();
  const parts: SharedCounter[] = [];
  let mode: Mode = 'alone';
  /** What the other processes know. */
  let announced: Mode = 'alone';
  let isAmongOthers = false;
  let awayUntil = 0;
  let renewedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;

  const others = (executor = store.read) => servingProcesses(store, executor, id);

  /** Decides on the mode while no other process can, and announces it. */
  async function decide(choose: (present: readonly boolean[]) => Mode): Promise<Mode> {
    announced = await dialect.queue.transaction().execute(async (tx) => {
      await lockProcesses(tx, dialect);
      const chosen = choose(await others(tx));
      await registerProcess(tx, dialect, id, chosen === 'shared');
      return chosen;
    });
    renewedAt = performance.now();
    return announced;
  }

  async function beat(): Promise<void> {
    const isAlone = (await others()).length === 0 && !isAmongOthers;
    // From here on, every count is in the store; what was counted before follows.
    if (!isAlone) mode = 'shared';
    if (mode === 'shared' && !isAway()) for (const part of parts) await part.share();
    if (mode === 'shared' && isAlone) {
      mode = await decide((present) => (present.length === 0 ? 'alone' : 'shared'));
      if (mode === 'alone') for (const part of parts) await part.resume();
    } else if (announced !== mode || performance.now() - renewedAt > RENEW_MS) await decide(() => mode);
  }

  function isAway(): boolean {
    return performance.now() < awayUntil;
  }

  function schedule(): void {
    timer = setTimeout(() => {
      // If the store is away, the next beat tries again.
      beating = beat().then(schedule, schedule);
    }, BEAT_MS).unref();
  }

  return {
    isShared: () => mode === 'shared' && !isAway(),
    async attempt(work) {
      const timeout = new AbortController();
      const late = sleep(MAX_WAIT_MS, undefined, { ref: false, signal: timeout.signal }).then(() => {
        throw new Error('the store did not answer in time');
      });
      try {
        return await Promise.race([work, late]);
      } catch (error) {
        awayUntil = performance.now() + AWAY_MS;
        throw error;
      } finally {
        late.catch(() => {});
        timeout.abort();
      }
    },
    add: (part) => void parts.push(part),
    async start({ hasOthers }) {
      isAmongOthers = hasOthers;
      try {
        mode = await decide((present) => (hasOthers || present.length > 0 ? 'shared' : 'alone'));
        const deadline = performance.now() + HANDOVER_MS;
        while ((await others()).includes(false) && performance.now() < deadline) {
          await sleep(HANDOVER_CHECK_MS);
        }
      } catch (error) {
        if (!store.isUnavailable(error)) throw error;
        // On a full disk, for example. The first beat that succeeds registers this process and decides again.
        mode = 'shared';
      }
      schedule();
    },
    async stop() {
      await beating;
      clearTimeout(timer);
      // If the store is away, the registration expires by itself.
      await store.enqueue((executor) => removeProcess(executor, id)).catch(() => {});
    },
  };
}
