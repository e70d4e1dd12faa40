// The Prometheus metrics. They are created before the store, because opening the store is measured too; services and
// app are added later.
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Jobs } from '../../jobs/index.ts';
import type { Observe } from '../../storage/dialects/dialect.ts';
import { readBackupMark, readPruningMark } from '../../storage/installation.ts';
import { countJobs } from '../../storage/job-listing.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import type { Visits } from '../../visits/index.ts';
import type { Geography } from '../../visits/record/geography.ts';
import type { Services } from '../services.ts';
import {
  type MeasuredMailer,
  measureBackup,
  measureDisks,
  measureJobQueue,
  measureJobs,
  measureMail,
  measureReadiness,
} from './background.ts';
import { measureCaches } from './caches.ts';
import { measureGeography } from './geography.ts';
import type { MetricReading } from './merged.ts';
import { measureProcess, reportBuild } from './process.ts';
import { measureConnections, measureRequests } from './requests.ts';
import { measureCluster, measureStore, storeObserver } from './store.ts';
import { createStoreProbe } from './store-probe.ts';
import {
  aggregationObserver,
  measureAggregation,
  measureJournal,
  measureRetention,
  measureSpool,
  measureVisits,
} from './visits.ts';

export interface Metrics {
  /** The store calls this for each operation. */
  readonly observeStore: Observe;
  /** Called for each aggregation. */
  readonly observeAggregation: (seconds: number) => void;
  measureStore(measured: { store: Store; clock: Clock; visits: Visits; geography: Geography }): void;
  measureServices(services: Pick<Services, 'caches' | 'startup' | 'disks'> & { mailer: MeasuredMailer }): void;
  measureJobs(jobs: Pick<Jobs, 'figures'>): void;
  /** Called for each app of the process. */
  measureApp(app: FastifyInstance): void;
  readonly contentType: string;
  /** All metrics in text format. Concurrent calls share one result. */
  text(): Promise<string>;
  /** All metrics as data, for the process that merges those of all workers. */
  values(): Promise<MetricReading>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const probes: (() => Promise<void>)[] = [];
  let isUp = () => false;
  let reading: Promise<string> | undefined;
  measureProcess(registry);
  const requests = measureRequests(registry);
  const connections = measureConnections(registry);

  /** Each of them waits at most a second. */
  async function probe(): Promise<void> {
    await Promise.all(probes.map((each) => each()));
  }

  async function read(): Promise<string> {
    try {
      await probe();
      return await registry.metrics();
    } finally {
      reading = undefined;
    }
  }

  return {
    observeStore: storeObserver(registry),
    observeAggregation: aggregationObserver(registry),
    measureStore({ store, clock, visits, geography }) {
      const storeProbe = createStoreProbe(store, visits, {
        backup: () => readBackupMark(store.read),
        retention: async () => (await readPruningMark(store.read))?.finishedAt,
        jobs: () => countJobs(store.read, store.dialect.now),
      });
      measureJobQueue(registry, () => storeProbe.state().jobs ?? []);
      probes.push(storeProbe.probe);
      isUp = () => storeProbe.state().isUp;
      reportBuild(registry, store);
      measureStore(registry, store, storeProbe.state);
      measureBackup(registry, storeProbe.state);
      measureCluster(registry, storeProbe.servers);
      measureVisits(registry, visits);
      measureJournal(registry, clock, storeProbe.state);
      measureSpool(registry, clock, visits);
      measureAggregation(registry, visits);
      measureRetention(registry, storeProbe.state);
      measureGeography(registry, geography);
    },
    measureServices({ caches, startup, disks, mailer }) {
      measureCaches(registry, caches);
      measureReadiness(registry, () => startup.isComplete && isUp());
      probes.push(measureDisks(registry, disks));
      measureMail(registry, mailer);
    },
    measureJobs: (jobs) => measureJobs(registry, jobs),
    measureApp(app) {
      requests.measure(app);
      connections.measure(app.server);
    },
    contentType: registry.contentType,
    text() {
      reading ??= read();
      return reading;
    },
    async values() {
      await probe();
      return (await registry.getMetricsAsJSON()) as MetricReading;
    },
  };
}
