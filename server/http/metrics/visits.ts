// Visits: waiting for their commit, in the queue, counted.
import { Histogram, type Registry } from 'prom-client';
import { SECOND } from '../../../contract/time.ts';
import type { Clock } from '../../system/clock.ts';
import type { Visits } from '../../visits/index.ts';
import type { Backlog } from '../../visits/read/backlog.ts';
import { addCounter, addCounterBy, addGauge } from './readings.ts';
import type { StoreState } from './store-probe.ts';

const AGGREGATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function aggregationObserver(registry: Registry): (seconds: number) => void {
  const duration = new Histogram({
    name: 'fingerpost_fold_duration_seconds',
    help: 'Duration of an aggregation: adding a batch from the queue to the counts, in one transaction.',
    buckets: AGGREGATION_BUCKETS,
    registers: [registry],
  });
  return (seconds) => duration.observe(seconds);
}

export function measureVisits(registry: Registry, visits: Visits): void {
  const { figures } = visits;
  addGauge(registry, 'fingerpost_visits_waiting', 'Visits in memory that wait for their commit.', visits.waiting);
  addCounter(registry, 'fingerpost_visits_recorded_total', 'Visits that were recorded.', () => figures().recorded);
  addCounterBy(
    'reason',
    registry,
    'fingerpost_visits_refused_total',
    'Visits that were not recorded: too many were waiting, or both the database and the spool failed.',
    () => Object.entries(figures().refused),
  );
  addGauge(registry, 'fingerpost_live_streams', 'Open live streams.', visits.streams.size);
}

export function measureJournal(registry: Registry, clock: Clock, state: () => StoreState): void {
  const age = ({ oldest }: Backlog) => (oldest === undefined ? 0 : Math.max(0, clock() - oldest) / SECOND);
  addGauge(
    registry,
    'fingerpost_journal_rows',
    'Visits in the queue, recorded by any process and not counted yet, in the first thousand commits.',
    () => state().backlog?.visits,
  );
  addGauge(
    registry,
    'fingerpost_journal_age_seconds',
    'Age of the oldest visit in the queue; 0 if it is empty.',
    () => state().backlog && age(state().backlog!),
  );
}

export function measureSpool(registry: Registry, clock: Clock, { spooled }: Visits): void {
  const age = () => Math.max(0, clock() - (spooled().oldest ?? clock())) / SECOND;
  addGauge(
    registry,
    'fingerpost_spool_visits',
    'Visits in the spool, waiting for the database.',
    () => spooled().visits,
  );
  addGauge(registry, 'fingerpost_spool_bytes', 'Size of the spool on disk.', () => spooled().bytes);
  addGauge(registry, 'fingerpost_spool_age_seconds', 'Age of the oldest visit in the spool; 0 if it is empty.', age);
}

export function measureAggregation(registry: Registry, { figures }: Visits): void {
  addCounter(registry, 'fingerpost_visits_folded_total', 'Visits added to the counts.', () => figures().aggregated);
  addCounter(
    registry,
    'fingerpost_fold_failures_total',
    'Failed aggregations. They are retried.',
    () => figures().aggregationFailures,
  );
  addGauge(
    registry,
    'fingerpost_fold_last_success_timestamp_seconds',
    'When this process last processed the queue without a failure, or when it started.',
    () => figures().aggregatedAt / SECOND,
  );
}

export function measureRetention(registry: Registry, state: () => StoreState): void {
  addGauge(
    registry,
    'fingerpost_upkeep_pruned_timestamp_seconds',
    'When retention last finished, in any process.',
    () => state().prunedAt && state().prunedAt! / SECOND,
  );
}
