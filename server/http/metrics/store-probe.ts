// Queries the store for each scrape. A store that is down must not block the other metrics, so the wait is bounded, and
// a query that is still pending is not sent again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Micros } from '../../../contract/time.ts';
import type { ClusterServer } from '../../storage/dialects/dialect.ts';
import type { JobCounts } from '../../storage/job-listing.ts';
import type { Store } from '../../storage/store.ts';
import type { Visits } from '../../visits/index.ts';
import type { Backlog } from '../../visits/read/backlog.ts';

const MAX_PROBE_MS = 1000;

export interface StoreState {
  isUp: boolean;
  /** Undefined if it was not read in time. */
  backlog?: Backlog;
  /** Undefined if they were not read in time. */
  jobs?: readonly JobCounts[];
  /** When the last backup was made; 0 if there is none. Undefined if it was not read in time. */
  backupAt?: Micros;
  /** When retention last finished. Undefined if it never did, or was not read in time. */
  prunedAt?: Micros | undefined;
}

interface ProbedStore extends Pick<Store, 'ping'> {
  readonly dialect: Pick<Store['dialect'], 'isDistributed' | 'clusterServers'>;
}

export function createStoreProbe(
  store: ProbedStore,
  visits: Pick<Visits, 'backlog'>,
  read: {
    backup(): Promise<Micros | undefined>;
    retention(): Promise<Micros | undefined>;
    jobs(): Promise<readonly JobCounts[]>;
  },
) {
  let probing: Promise<void> | undefined;
  let state: StoreState = { isUp: false };
  let asking: Promise<void> | undefined;
  let servers: readonly ClusterServer[] = [];

  async function run(): Promise<void> {
    state = { isUp: false };
    try {
      await store.ping();
      state = { isUp: true };
      state = { isUp: true, backupAt: (await read.backup()) ?? 0 };
      state = { ...state, prunedAt: await read.retention() };
      state = { ...state, jobs: await read.jobs() };
      state = { ...state, backlog: await visits.backlog() };
    } catch {
      state = { isUp: false };
    } finally {
      probing = undefined;
    }
  }

  /** Separately, because a server that does not answer may delay it. */
  async function askServers(): Promise<void> {
    try {
      if (store.dialect.isDistributed) servers = await store.dialect.clusterServers();
    } catch {
      servers = [];
    } finally {
      asking = undefined;
    }
  }

  return {
    async probe(): Promise<void> {
      probing ??= run();
      asking ??= askServers();
      await Promise.race([Promise.all([probing, asking]), sleep(MAX_PROBE_MS, undefined, { ref: false })]);
    },
    state: () => state,
    /** Of a cluster, as they were when they last answered. */
    servers: () => servers,
  };
}
