// Nested maps: a composite key without building a string, which costs more than the lookups.

/** Returns the inner map of the key, and creates it if it is missing. */
export function innerMap<Key, Inner, Value>(map: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  let inner = map.get(key);
  if (!inner) {
    inner = new Map();
    map.set(key, inner);
  }
  return inner;
}
