// What is measured, for Prometheus. It is there before what it measures, because opening the store is measured as well;
// the rest is told to it as it comes to be.
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
import { measureProcess, reportBuild } from './process.ts';
import { measureConnections, measureRequests } from './requests.ts';
import { measureStore, storeObserver } from './store.ts';
import { createStoreProbe } from './store-probe.ts';
import { foldObserver, measureFold, measureJournal, measureSpool, measureUpkeep, measureVisits } from './visits.ts';

export interface Metrics {
  /** To be told by the store of each operation. */
  readonly observeStore: Observe;
  /** To be told by the visits of each fold. */
  readonly observeFold: (seconds: number) => void;
  measureServices(services: { store: Store; clock: Clock; visits: Visits; geography: Geography }): void;
  measureCaches(caches: Services['caches']): void;
  /** Called for each app of the process. */
  measureApp(app: FastifyInstance): void;
  readonly contentType: string;
  /** All of it at this moment. Whoever asks meanwhile gets the same. */
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  let look = async () => {};
  let reading: Promise<string> | undefined;
  measureProcess(registry);
  const requests = measureRequests(registry);
  const connections = measureConnections(registry);

  async function read(): Promise<string> {
    try {
      await look();
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
      look = storeProbe.probe;
      reportBuild(registry, store);
      measureStore(registry, store, storeProbe.state);
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
  };
}
