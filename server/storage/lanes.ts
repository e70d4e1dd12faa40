// Lanes of the visit queue. A lane contains the visits of some accounts, and a process locks the lane whose counts it
// changes, so several processes can count in parallel.

/** Visits of any account: all visits if there are no lanes, otherwise those that another engine recorded. */
export const MIXED_LANE = 0;
/** More than there are folding processes. Queued batches store their lane, so this number must never change. */
const LANES = 16;

export interface Lanes {
  /** Without the mixed lane. */
  readonly all: readonly number[];
  of(accountId: number): number;
}

export const noLanes: Lanes = { all: [], of: () => MIXED_LANE };

export const plainLanes: Lanes = {
  all: Array.from({ length: LANES }, (_, lane) => 1 + lane),
  of: (accountId) => 1 + (accountId % LANES),
};

/**
 * A lane for each shard of a cluster, so that counting writes to one shard. The number of a lane is stored in the same
 * shard as the accounts of the lane, if it is used like an account id.
 */
export function lanesOfShards(shards: number): Lanes {
  const numbers = new Array<number>(shards).fill(MIXED_LANE);
  // After the numbers of plain lanes, whose batches may still be in the queue and have other accounts.
  for (let [number, missing] = [LANES + 1, shards]; missing > 0; number += 1) {
    const shard = shardOf(number, shards);
    if (numbers[shard] !== MIXED_LANE) continue;
    numbers[shard] = number;
    missing -= 1;
  }
  return { all: numbers.toSorted((a, b) => a - b), of: (accountId) => numbers[shardOf(accountId, shards)]! };
}

const HASHES = 2 ** 32;

/** Shards divide the hash values into equal ranges. */
function shardOf(id: number, shards: number): number {
  const place = (hashOf(id) + HASHES / 2) % HASHES;
  return Math.min(shards - 1, Math.floor(place / Math.floor(HASHES / shards)));
}

/** PostgreSQL's hash of a bigint that is not negative, from 0 to 2³² - 1: the last step of Bob Jenkins' lookup3. */
export function hashOf(id: number): number {
  const start = 0x9e3779b9 + 4 + 3923095;
  const key = (id % HASHES) ^ Math.floor(id / HASHES);
  let [a, b, c] = [(start + key) | 0, start | 0, start | 0];
  const rotated = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));
  c = (c ^ b) - rotated(b, 14);
  a = (a ^ c) - rotated(c, 11);
  b = (b ^ a) - rotated(a, 25);
  c = (c ^ b) - rotated(b, 16);
  a = (a ^ c) - rotated(c, 4);
  b = (b ^ a) - rotated(a, 14);
  c = (c ^ b) - rotated(b, 24);
  return c >>> 0;
}
