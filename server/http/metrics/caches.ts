// What is kept in memory: how often it helped, and how much of it there is.
import type { Registry } from 'prom-client';
import type { CacheFigures, Services } from '../services.ts';
import { addCounterBy, addGaugeBy } from './readings.ts';

export function measureCaches(registry: Registry, caches: Services['caches']): void {
  const each = (figure: keyof CacheFigures) => () =>
    [...caches].map(([name, figures]) => [name, figures()[figure]] as const);
  addCounterBy('cache', registry, 'fingerpost_cache_hits_total', 'Answered by what was kept.', each('hits'));
  addCounterBy(
    'cache',
    registry,
    'fingerpost_cache_misses_total',
    'Not answered: nothing was kept, or nothing that was still true.',
    each('misses'),
  );
  addGaugeBy('cache', registry, 'fingerpost_cache_entries', 'How many are kept.', each('entries'));
  addGaugeBy(
    'cache',
    registry,
    'fingerpost_cache_bytes',
    'What they take, where the cache is bounded by that.',
    each('bytes'),
  );
}
