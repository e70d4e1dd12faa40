// The file of places: how old it is, and what became of newer ones.
import type { Registry } from 'prom-client';
import { SECOND } from '../../../contract/time.ts';
import type { Geography } from '../../visits/record/geography.ts';
import { addCounter, addGauge } from './readings.ts';

export function measureGeography(registry: Registry, { figures }: Geography): void {
  addGauge(
    registry,
    'fingerpost_geography_built_timestamp_seconds',
    'When the data about places was built, the oldest in use; not there before it is read.',
    () => {
      const { builtAt } = figures();
      return builtAt === undefined ? undefined : builtAt / SECOND;
    },
  );
  addCounter(
    registry,
    'fingerpost_geography_reloads_total',
    'How often a changed file was taken up.',
    () => figures().reloads,
  );
  addCounter(
    registry,
    'fingerpost_geography_failures_total',
    'How often a file could not be used; what was read before stays in use.',
    () => figures().failures,
  );
}
