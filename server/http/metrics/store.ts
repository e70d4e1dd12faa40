// Duration and failures of store operations, and whether the store is up.
import { Histogram, type Registry } from 'prom-client';
import type { ClusterServer, Observe } from '../../storage/dialects/dialect.ts';
import type { Store } from '../../storage/store.ts';
import { addCounterBy, addGauge, addGaugeBy } from './readings.ts';
import type { StoreState } from './store-probe.ts';

const BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function storeObserver(registry: Registry): Observe {
  const duration = new Histogram({
    name: 'fingerpost_store_duration_seconds',
    help: 'Duration of each statement, by its first word, and of each transaction, including its wait for the lock.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const failures = new Map<string, number>();
  addCounterBy(
    'operation',
    registry,
    'fingerpost_store_failures_total',
    'Failed statements and transactions, by operation.',
    () => failures,
  );
  return (operation, seconds, hasFailed) => {
    duration.observe({ operation }, seconds);
    if (hasFailed) failures.set(operation, (failures.get(operation) ?? 0) + 1);
    // Start at 0, so that the first failure shows as an increase.
    else if (!failures.has(operation)) failures.set(operation, 0);
  };
}

export function measureStore(registry: Registry, store: Store, state: () => StoreState): void {
  addGauge(registry, 'fingerpost_store_up', '1 if the database answered this scrape within a second.', () =>
    Number(state().isUp),
  );
  addGauge(
    registry,
    'fingerpost_store_hears_changes',
    '1 if the process receives change notifications from other processes. At 0 the caches are not used.',
    // A stamp made now is stale only while the process is disconnected from notifications.
    () => Number(store.freshness.isFresh(store.freshness.stamp(0), 0, 'account')),
  );
}

/** Nothing on a single server. */
export function measureCluster(registry: Registry, servers: () => readonly ClusterServer[]): void {
  const add = (name: string, help: string, read: (server: ClusterServer) => number | undefined) =>
    addGaugeBy('server', registry, name, help, () => servers().map((server) => [server.name, read(server)]));
  add('fingerpost_cluster_server_up', '1 if the server of the Citus cluster answered.', ({ error }) =>
    Number(error === undefined),
  );
  add('fingerpost_cluster_server_bytes', 'Size of the database on the server.', ({ bytes }) => bytes);
  add(
    'fingerpost_cluster_prepared_transactions',
    'Transactions on the server that were prepared more than five minutes ago and hold locks.',
    ({ oldPrepared }) => oldPrepared,
  );
}
