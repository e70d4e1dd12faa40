export interface CountryValue {
  iso: string;
  value: number;
  /** From 1: its position in the order by value. */
  rank: number;
  /** The shade, from 1 to `MAX_STEP`. */
  step: number;
}

export const MAX_STEP = 5;

/**
 * Countries on the map by value, largest first, and the sum of all others. Shades follow the square root: with one
 * country far ahead, as most pages have, the others can still be told apart.
 */
export function rankCountries(
  values: ReadonlyMap<string, number>,
  isOnMap: (iso: string) => boolean,
): { ranked: CountryValue[]; elsewhere: number } {
  const present = [...values].filter(([, value]) => value > 0);
  const shown = present.filter(([iso]) => isOnMap(iso)).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const most = shown[0]?.[1] ?? 1;
  const ranked = shown.map(([iso, value], at) => ({
    iso,
    value,
    rank: at + 1,
    step: Math.max(1, Math.round(MAX_STEP * Math.sqrt(value / most))),
  }));
  const elsewhere = present.reduce((sum, [iso, value]) => (isOnMap(iso) ? sum : sum + value), 0);
  return { ranked, elsewhere };
}
