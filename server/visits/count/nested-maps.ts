// Maps innerMap maps: a key of several parts without a text to be made of them, which costs more than looking it up.

/** The map under that key, made where there is none. */
export function innerMap<Key, Inner, Value>(map: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  let inner = map.get(key);
  if (!inner) {
    inner = new Map();
    map.set(key, inner);
  }
  return inner;
}
