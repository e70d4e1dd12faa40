// Chance that follows from a seed, so that every run counts the same.

/** Numbers from 0 up to 1 (xorshift32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** The early ones often, the late ones now and then. */
export function early(length: number, random: () => number): number {
  return Math.floor(length * random() ** 3);
}
