// A skewed random distribution: some values often, most of them rarely.

/** An index below `length`; low ones are frequent, high ones rare. */
export function early(length: number, random: () => number): number {
  return Math.floor(length * random() ** 3);
}
