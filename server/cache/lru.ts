// An LRU cache that is bounded by the number of its entries and grows as it fills. With `max`, LRUCache would allocate the
// memory of all entries at once, which takes time at every start.
import { LRUCache } from 'lru-cache';

export function createLru<Key extends string | number, Value extends object | number>(
  maxEntries: number,
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 });
}
