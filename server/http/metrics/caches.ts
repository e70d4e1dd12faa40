// Hits, misses and size of each cache.
import type { Registry } from 'prom-client';
import type { CacheFigures, Services } from '../services.ts';
import { addCounterBy, addGaugeBy } from './readings.ts';

export function measureCaches(registry: Registry, caches: Services['caches']): void {
  const each = (figure: keyof CacheFigures) => () =>
    [...caches].map(([name, figures]) => [name, figures()[figure]] as const);
  addCounterBy('cache', registry, 'fingerpost_cache_hits_total', 'Cache hits.', each('hits'));
  addCounterBy(
    'cache',
    registry,
    'fingerpost_cache_misses_total',
    'Cache misses: no entry, or a stale one.',
    each('misses'),
  );
  addGaugeBy('cache', registry, 'fingerpost_cache_entries', 'Number of entries.', each('entries'));
  addGaugeBy('cache', registry, 'fingerpost_cache_bytes', 'Size, for caches that are limited by size.', each('bytes'));
}
