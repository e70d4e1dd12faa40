import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Store } from '../../server/storage/store.ts';
import type { Tables } from '../../server/storage/tables.ts';
import { engines } from '../support/engines.ts';
import { accountRow, freshDatabase, freshStore, storeOn } from '../support/store.ts';

for (const engine of engines) {
  describe(`transactions on ${engine.name}`, () => {
    for (const method of [
      'write',
      'writeFound',
      'writeInstallation',
      'writeUncached',
      'writeVisits',
      'note',
    ] as const) {
      it(`roll back a failed ${method}`, async (t) => {
        const store = await freshStore(t, engine);
        const failing = async (tx: Transaction<Tables>): Promise<never> => {
          await tx.insertInto('account').values(accountRow(1)).execute();
          throw new Error('changed my mind');
        };
        const attempt = method === 'write' ? store.write(1, failing) : store[method](failing);
        await assert.rejects(attempt, { message: 'changed my mind' });
        assert.deepEqual(await names(store.read), []);

        await store.write(1, (tx) =>
          tx
            .insertInto('account')
            .values(accountRow(1, { name: 'Bo' }))
            .execute(),
        );
        assert.deepEqual(await names(store.read), ['Bo'], 'the store is unusable after a failure');
      });
    }

    it('are invisible to others until they commit', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const store = await storeOn(t, databaseUrl);
      const elsewhere = await storeOn(t, databaseUrl);
      await store.write(1, (tx) =>
        tx
          .insertInto('account')
          .values(accountRow(1, { name: 'before' }))
          .execute(),
      );

      await store.write(1, async (tx) => {
        await tx.updateTable('account').set({ name: 'after' }).execute();
        assert.deepEqual(await names(tx), ['after']);
        assert.deepEqual(await names(store.read), ['before']);
        assert.deepEqual(await names(elsewhere.read), ['before']);
      });
      assert.deepEqual(await names(store.read), ['after']);
      assert.deepEqual(await names(elsewhere.read), ['after']);
    });

    it('all take effect when run concurrently by two processes', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const stores = [await storeOn(t, databaseUrl), await storeOn(t, databaseUrl)];
      await stores[0]!.write(1, (tx) => tx.insertInto('account').values(accountRow(1)).execute());
      await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          stores[index % 2]!.write(1, (tx) =>
            tx
              .updateTable('account')
              .set(({ eb }) => ({ login_count: eb('login_count', '+', 1) }))
              .execute(),
          ),
        ),
      );
      const row = await stores[0]!.read.selectFrom('account').select('login_count').executeTakeFirstOrThrow();
      assert.equal(row.login_count, 60);
      assert.deepEqual(await integrityErrors(stores[0]!), []);
    });

    it('distinguish a duplicate in a primary key or index from other errors', async (t) => {
      const store = await freshStore(t, engine);
      const link = { account_id: 1, slug: 'shop', url: 'https://shop.example', deleted_at: null };
      await store.write(1, (tx) =>
        tx
          .insertInto('link')
          .values({ id: 1, ...link })
          .execute(),
      );

      const sameKey = store.write(1, (tx) =>
        tx
          .insertInto('link')
          .values({ ...link, id: 1, slug: 'other' })
          .execute(),
      );
      await assert.rejects(sameKey, (error) => store.dialect.isDuplicate(error) && !store.isUnavailable(error));
      const sameSlug = store.write(1, (tx) =>
        tx
          .insertInto('link')
          .values({ ...link, id: 2 })
          .execute(),
      );
      await assert.rejects(sameSlug, (error) => store.dialect.isDuplicate(error) && !store.isUnavailable(error));

      const without = store.write(1, (tx) =>
        tx
          .insertInto('link')
          .values({ ...link, id: 3, url: null as never })
          .execute(),
      );
      await assert.rejects(without, (error) => !store.dialect.isDuplicate(error) && !store.isUnavailable(error));
      assert.equal(store.dialect.isDuplicate(new Error('something else')), false);
      assert.equal(store.dialect.isDuplicate(null), false);

      await store.write(2, (tx) =>
        tx
          .insertInto('link')
          .values({ ...link, id: 4, account_id: 2 })
          .execute(),
      );
    });
  });
}

describe('connections on sqlite', () => {
  const sqlite = engines.find((engine) => engine.name === 'sqlite')!;
  const FULL = 2;
  const NORMAL = 1;

  it('use a WAL, which a commit syncs unless the store does it', async (t) => {
    const store = await freshStore(t, sqlite);
    const synchronous = async (tx: Transaction<Tables>) =>
      (await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(tx)).rows[0]!.synchronous;

    assert.equal(await store.dialect.write.transaction().execute(synchronous), FULL);
    assert.equal(await store.write(1, synchronous), NORMAL);
    assert.equal(await store.dialect.write.transaction().execute(synchronous), FULL);
    const { rows } = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(store.read);
    assert.equal(rows[0]!.journal_mode, 'wal');
  });

  it('for reading reject transactions and changes', async (t) => {
    const store = await freshStore(t, sqlite);
    await assert.rejects(
      store.read.transaction().execute((tx) => names(tx)),
      /use store\.write/,
    );
    await assert.rejects(store.read.insertInto('account').values(accountRow(1)).execute(), /readonly/);
  });
});

async function names(db: Kysely<Tables>): Promise<string[]> {
  return (await db.selectFrom('account').select('name').execute()).map((row) => row.name);
}

/** Errors that SQLite's own checks find; PostgreSQL has no such check. */
async function integrityErrors(store: Store): Promise<string[]> {
  if (store.dialect.name !== 'sqlite') return [];
  const integrity = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(store.read);
  const references = await sql<{ table: string }>`PRAGMA foreign_key_check`.execute(store.read);
  return [
    ...integrity.rows.map((row) => row.integrity_check).filter((word) => word !== 'ok'),
    ...references.rows.map((row) => `a reference of ${row.table} is broken`),
  ];
}
