// The partitions of the visit queue on a cluster: one per shard.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { hashOf, partitionsOfShards, plainPartitions } from '../../server/storage/partitions.ts';
import { engines } from '../support/engines.ts';
import { freshStore } from '../support/store.ts';

describe('The partitions of a cluster', () => {
  it('follow the hash of PostgreSQL', async (t) => {
    const { read } = await freshStore(t, engines.find(({ name }) => name === 'postgres')!);
    const ids = fc.array(fc.oneof(fc.nat(), fc.maxSafeNat()), { minLength: 50, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(ids, async (some) => {
        const { rows } = await sql<{ hash: number }>`
          SELECT hashint8(id) AS hash FROM unnest(${some}::bigint[]) WITH ORDINALITY AS given (id, place)
          ORDER BY place`.execute(read);
        assert.deepEqual(
          some.map((id) => hashOf(id) | 0),
          rows.map(({ hash }) => hash),
        );
      }),
      { numRuns: 20 },
    );
  });

  for (const shards of [1, 3, 4, 32, 64, 1024]) {
    it(`are as many as its ${shards} shards, each in its own`, () => {
      const partitions = partitionsOfShards(shards);
      assert.equal(new Set(partitions.all).size, shards);
      for (const partition of partitions.all) assert.equal(partitions.of(partition), partition);
      const used = new Set(Array.from({ length: 20_000 }, (_, id) => partitions.of(id)));
      assert.deepEqual([...used].sort(), [...partitions.all].sort());
    });
  }

  it('have other numbers than those of a single server, whose visits may still wait', () => {
    const plain = new Set(plainPartitions.all);
    assert.ok(partitionsOfShards(1024).all.every((partition) => partition > 0 && !plain.has(partition)));
  });
});
