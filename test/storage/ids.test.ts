import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { engines } from '../support/engines.ts';
import { freshDatabase, freshStore, storeOn } from '../support/store.ts';

for (const engine of engines) {
  describe(`ids on ${engine.name}`, () => {
    it('are unique and ascending across concurrent requests and processes', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const stores = [await storeOn(t, databaseUrl), await storeOn(t, databaseUrl)];
      const asked = Array.from({ length: 40 }, (_, index) => (index % 5) + 1);
      const given = await Promise.all(
        asked.map((count, index) => {
          const store = stores[index % 2]!;
          return store.writeInstallation((tx) => store.dialect.allocateIds(tx, count));
        }),
      );

      assert.deepEqual(
        given.map((ids) => ids.length),
        asked,
      );
      for (const ids of given) {
        assert.ok(ids.every((id) => Number.isSafeInteger(id) && id > 0));
        assert.deepEqual(
          ids,
          ids.toSorted((a, b) => a - b),
        );
      }
      assert.equal(new Set(given.flat()).size, 120);
    });

    it('ascend from one request to the next', async (t) => {
      const store = await freshStore(t, engine);
      const next = () => store.writeInstallation((tx) => store.dialect.allocateIds(tx, 2));
      const ids = [...(await next()), ...(await next()), ...(await next())];
      assert.deepEqual(
        ids,
        [...new Set(ids)].sort((a, b) => a - b),
      );
    });

    it('are empty for a request of none', async (t) => {
      const store = await freshStore(t, engine);
      assert.deepEqual(await store.writeInstallation((tx) => store.dialect.allocateIds(tx, 0)), []);
    });

    it('end before 2^53, where a JSON number would no longer be exact', async (t) => {
      const store = await freshStore(t, engine);
      await store.writeInstallation(async (tx) => {
        await {
          sqlite: sql`UPDATE id_sequence SET last = ${2 ** 53 - 3}`,
          postgres: sql`SELECT setval('entity_id', ${2 ** 53 - 3})`,
        }[engine.dialect].execute(tx);
      });
      const next = () => store.writeInstallation((tx) => store.dialect.allocateIds(tx, 2));
      assert.deepEqual(await next(), [2 ** 53 - 2, 2 ** 53 - 1]);
      await assert.rejects(next());
    });
  });
}
