// Objects with untrusted keys. They have no prototype, so that `__proto__` is a key like any other.

/** Largest first, then by key. */
export function keyed<Row extends { key: string }, Entry>(
  rows: readonly Row[],
  size: (row: Row) => number,
  entry: (row: Row) => Entry,
): Record<string, Entry> {
  const map: Record<string, Entry> = Object.create(null);
  const sorted = rows.toSorted((a, b) => size(b) - size(a) || (a.key < b.key ? -1 : 1));
  for (const row of sorted) map[row.key] = entry(row);
  return map;
}

/** `London, GB` → London and GB. */
export function cityOf(key: string): { name: string; iso: string } {
  const parts = /^(.*), ([A-Z]{2})$/s.exec(key);
  return parts ? { name: parts[1]!, iso: parts[2]! } : { name: key, iso: 'XX' };
}
