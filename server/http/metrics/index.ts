// The Prometheus metrics. They are created before the store, because opening the store is measured too; services and
// app are added later.
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Clock } from '../../clock.ts';
import type { Observe } from '../../storage/dialects/dialect.ts';
import type { Store } from '../../storage/store.ts';
import type { Visits } from '../../visits/index.ts';
import type { Geography } from '../../visits/record/geography.ts';
import type { Services } from '../services.ts';
import { measureCaches } from './caches.ts';
import { measureGeography } from './geography.ts';
import type { MetricReading } from './merged.ts';
import { measureProcess, reportBuild } from './process.ts';
import { measureConnections, measureRequests } from './requests.ts';
import { measureCluster, measureStore, storeObserver } from './store.ts';
import { createStoreProbe } from './store-probe.ts';
import { foldObserver, measureFold, measureJournal, measureSpool, measureUpkeep, measureVisits } from './visits.ts';

export interface Metrics {
  /** The store calls this for each operation. */
  readonly observeStore: Observe;
  /** Called for each fold. */
  readonly observeFold: (seconds: number) => void;
  measureServices(services: { store: Store; clock: Clock; visits: Visits; geography: Geography }): void;
  measureCaches(caches: Services['caches']): void;
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
  let probe = async () => {};
  let reading: Promise<string> | undefined;
  measureProcess(registry);
  const requests = measureRequests(registry);
  const connections = measureConnections(registry);

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
    observeFold: foldObserver(registry),
    measureServices({ store, clock, visits, geography }) {
      const storeProbe = createStoreProbe(store, visits);
      probe = storeProbe.probe;
      reportBuild(registry, store);
      measureStore(registry, store, storeProbe.state);
      measureCluster(registry, storeProbe.servers);
      measureVisits(registry, visits);
      measureJournal(registry, clock, storeProbe.state);
      measureSpool(registry, clock, visits);
      measureFold(registry, visits);
      measureUpkeep(registry, visits);
      measureGeography(registry, geography);
    },
    measureCaches: (caches) => measureCaches(registry, caches),
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
