// Queries the store for each scrape. A store that is down must not block the other metrics, so the wait is bounded, and
// a query that is still pending is not sent again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../storage/store.ts';
import type { Visits } from '../../visits/index.ts';
import type { Backlog } from '../../visits/read/backlog.ts';

const MAX_PROBE_MS = 1000;

export interface StoreState {
  isUp: boolean;
  /** Undefined if it was not read in time. */
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
