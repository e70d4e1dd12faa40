// Formats figures for people.

export function seconds(ms: number): string {
  if (!Number.isFinite(ms)) return 'never';
  return `${(ms / 1000).toFixed(ms < 995 ? 2 : 1)} s`;
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** `1,204 × 200, 17 × 503` */
export function tally(values: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  const parts = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, count]) => `${thousands(count)} × ${value}`);
  return parts.join(', ') || 'none';
}
