/** Pseudo-random numbers in [0, 1) from a seed other than 0 (xorshift32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
