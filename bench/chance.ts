// Chance as a bench needs it: some come often, and many now and then.

/** The early ones often, the late ones now and then. */
export function early(length: number, random: () => number): number {
  return Math.floor(length * random() ** 3);
}
