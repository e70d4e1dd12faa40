// An LRU cache with a limit on the number of entries. It grows as it fills. With `max`, LRUCache would allocate the
// memory of all entries at once, which slows down every start.
import { LRUCache } from 'lru-cache';

export function createLru<Key extends string | number, Value extends object | number>(
  maxEntries: number,
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 });
}
