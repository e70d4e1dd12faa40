// What has to be asked of the store while somebody scrapes. A store that is away must not keep the rest from being told:
// the wait is bounded, and a question that is still open is waited for again rather than asked twice.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../storage/store.ts';
import type { Visits } from '../../visits/index.ts';
import type { Backlog } from '../../visits/read/backlog.ts';

const MAX_PROBE_MS = 1000;

export interface StoreState {
  isUp: boolean;
  /** Nothing where it was not told in time. */
  backlog?: Backlog;
}

export function createStoreProbe(store: Pick<Store, 'ping'>, visits: Pick<Visits, 'backlog'>) {
  let probing: Promise<void> | undefined;
  let state: StoreState = { isUp: false };

  async function run(): Promise<void> {
    state = { isUp: false };
    try {
      await store.ping();
      state = { isUp: true };
      state = { isUp: true, backlog: await visits.backlog() };
    } catch {
      state = { isUp: false };
    } finally {
      probing = undefined;
    }
  }

  return {
    async probe(): Promise<void> {
      probing ??= run();
      await Promise.race([probing, sleep(MAX_PROBE_MS, undefined, { ref: false })]);
    },
    state: () => state,
  };
}
