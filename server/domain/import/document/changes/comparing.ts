/** Compares JSON values; undefined counts as absent. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
  }
  if (!isObject(one) || !isObject(other) || Array.isArray(one) || Array.isArray(other)) return false;
  return [...Object.keys(one), ...Object.keys(other)].every((name) => isSame(one[name], other[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
