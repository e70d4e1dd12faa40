// The geolocation file: its age, reloads and failures.
import type { Registry } from 'prom-client';
import { SECOND } from '../../../contract/time.ts';
import type { Geography } from '../../visits/record/geography.ts';
import { addCounter, addGauge } from './readings.ts';

export function measureGeography(registry: Registry, { figures }: Geography): void {
  addGauge(
    registry,
    'fingerpost_geography_built_timestamp_seconds',
    'Build time of the geolocation data, the oldest in use. Missing before it is loaded.',
    () => {
      const { builtAt } = figures();
      return builtAt === undefined ? undefined : builtAt / SECOND;
    },
  );
  addCounter(
    registry,
    'fingerpost_geography_reloads_total',
    'How often a changed file was loaded.',
    () => figures().reloads,
  );
  addCounter(
    registry,
    'fingerpost_geography_failures_total',
    'How often a file could not be used. The previous data stays in use.',
    () => figures().failures,
  );
}
