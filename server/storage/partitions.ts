// Partitions of the visit queue. A partition contains the visits of some accounts, and a process locks the partition
// whose counts it changes, so several processes can count in parallel.

/** Visits of any account: all visits if there are no partitions, otherwise those that another engine recorded. */
export const MIXED_PARTITION = 0;
/** More than there are aggregating processes. Queued batches store their partition, so this number must never change. */
const PARTITIONS = 16;

export interface Partitions {
  /** Without the mixed partition. */
  readonly all: readonly number[];
  of(accountId: number): number;
}

export const noPartitions: Partitions = { all: [], of: () => MIXED_PARTITION };

export const plainPartitions: Partitions = {
  all: Array.from({ length: PARTITIONS }, (_, partition) => 1 + partition),
  of: (accountId) => 1 + (accountId % PARTITIONS),
};

/**
 * A partition for each shard of a cluster, so that counting writes to one shard. The number of a partition is stored in
 * the same shard as the accounts of the partition, if it is used like an account id.
 */
export function partitionsOfShards(shards: number): Partitions {
  const numbers = new Array<number>(shards).fill(MIXED_PARTITION);
  // After the numbers of plain partitions, whose batches may still be in the queue and have other accounts.
  for (let [number, missing] = [PARTITIONS + 1, shards]; missing > 0; number += 1) {
    const shard = shardOf(number, shards);
    if (numbers[shard] !== MIXED_PARTITION) continue;
    numbers[shard] = number;
    missing -= 1;
  }
  return { all: numbers.toSorted((a, b) => a - b), of: (accountId) => numbers[shardOf(accountId, shards)]! };
}

const HASHES = 2 ** 32;

/** Shards divide the hash values into equal ranges. */
function shardOf(id: number, shards: number): number {
  const hash = (hashOf(id) + HASHES / 2) % HASHES;
  return Math.min(shards - 1, Math.floor(hash / Math.floor(HASHES / shards)));
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
