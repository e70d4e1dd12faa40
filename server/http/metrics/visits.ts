// Visits on their way: waiting for their commit, in the journal, counted.
import { Histogram, type Registry } from 'prom-client';
import { SECOND } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import type { Visits } from '../../visits/index.ts';
import type { Backlog } from '../../visits/read/backlog.ts';
import { addCounter, addCounterBy, addGauge } from './readings.ts';
import type { StoreState } from './store-probe.ts';

const FOLD_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function foldObserver(registry: Registry): (seconds: number) => void {
  const duration = new Histogram({
    name: 'fingerpost_fold_duration_seconds',
    help: 'Time to count some rows of the journal, in one transaction.',
    buckets: FOLD_BUCKETS,
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
    'Visits that were not recorded: too many waited, or neither the store nor the spool took them.',
    () => Object.entries(figures().refused),
  );
}

export function measureJournal(registry: Registry, clock: Clock, state: () => StoreState): void {
  const age = ({ oldest }: Backlog) => (oldest === undefined ? 0 : Math.max(0, clock() - oldest) / SECOND);
  addGauge(
    registry,
    'fingerpost_journal_rows',
    'Visits recorded by any process and not counted yet, as far as the first thousand commits hold them.',
    () => state().backlog?.visits,
  );
  addGauge(
    registry,
    'fingerpost_journal_age_seconds',
    'For how long the oldest of those has been waiting; 0 where there is none.',
    () => state().backlog && age(state().backlog!),
  );
}

export function measureSpool(registry: Registry, clock: Clock, { spooled }: Visits): void {
  const age = () => Math.max(0, clock() - (spooled().oldest ?? clock())) / SECOND;
  addGauge(registry, 'fingerpost_spool_visits', 'Visits that wait for the store to come back.', () => spooled().visits);
  addGauge(registry, 'fingerpost_spool_bytes', 'How much of the disk they take.', () => spooled().bytes);
  addGauge(registry, 'fingerpost_spool_age_seconds', 'For how long the oldest of them has been waiting.', age);
}

export function measureFold(registry: Registry, { figures }: Visits): void {
  addCounter(registry, 'fingerpost_visits_folded_total', 'Visits that were counted.', () => figures().folded);
  addCounter(
    registry,
    'fingerpost_fold_failures_total',
    'Attempts to count that failed; they are made again.',
    () => figures().foldFailures,
  );
  addGauge(
    registry,
    'fingerpost_fold_last_success_timestamp_seconds',
    'When this process last went through the journal without a failure, or when it began.',
    () => figures().foldedAt / SECOND,
  );
}

export function measureUpkeep(registry: Registry, { figures }: Visits): void {
  addGauge(
    registry,
    'fingerpost_upkeep_holder',
    '1 where this process sees to what one does for all; 0 where another does.',
    () => Number(figures().holdsUpkeep),
  );
  addGauge(
    registry,
    'fingerpost_upkeep_pruned_timestamp_seconds',
    'When all that is older than it is kept was last taken away, from the process that sees to it.',
    () => figures().prunedAt && figures().prunedAt! / SECOND,
  );
}
