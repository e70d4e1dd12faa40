import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { timestamp } from '../../contract/time.ts';
import { openStore } from '../../server/storage/store.ts';
import { engines } from '../support/engines.ts';
import { accountRow, freshDatabase, freshStore } from '../support/store.ts';

for (const engine of engines) {
  describe(`values on ${engine.name}`, () => {
    it('keeps the microseconds of a timestamp', async (t) => {
      const store = await freshStore(t, engine);
      const at = 1794731400123456;
      await store.write(1, (tx) =>
        tx
          .insertInto('account')
          .values(accountRow(1, { created_at: at }))
          .execute(),
      );
      const row = await store.read.selectFrom('account').select('created_at').executeTakeFirstOrThrow();
      assert.equal(row.created_at, at);
      assert.equal(timestamp(row.created_at), '2026-11-15T08:30:00.123456Z');
    });

    it('returns integers as numbers: columns, counts, sums and maxima', async (t) => {
      const store = await freshStore(t, engine);
      await store.write(1, (tx) =>
        tx
          .insertInto('account')
          .values([accountRow(1, { login_count: 2 }), accountRow(2 ** 53 - 1, { login_count: 3 })])
          .execute(),
      );
      const row = await store.read
        .selectFrom('account')
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.sum<number>('login_count').as('sum'),
          fn.max('account_id').as('largest'),
        ])
        .executeTakeFirstOrThrow();
      assert.deepEqual({ ...row }, { count: 2, sum: 5, largest: 2 ** 53 - 1 });
    });

    it('returns text unchanged, whatever it contains', async (t) => {
      const store = await freshStore(t, engine);
      const bio = `'"\\ \n\t%_$1 ?1 :name é 漢字 👩‍👩‍👧 \u202e ${'x'.repeat(70_000)}`;
      await store.write(1, (tx) =>
        tx
          .insertInto('account')
          .values(accountRow(1, { bio, avatar: null }))
          .execute(),
      );
      const row = await store.read.selectFrom('account').select(['bio', 'avatar']).executeTakeFirstOrThrow();
      assert.deepEqual({ ...row }, { bio, avatar: null });
    });

    it('sorts text by code point', async (t) => {
      const store = await freshStore(t, engine);
      const names = ['B', 'Z', '_', 'a', 'b', 'é', '漢'];
      await store.write(1, (tx) =>
        tx
          .insertInto('account')
          .values(names.toReversed().map((name, index) => accountRow(index + 1, { name })))
          .execute(),
      );
      const rows = await store.read.selectFrom('account').select('name').orderBy('name').execute();
      assert.deepEqual(
        rows.map((row) => row.name),
        names,
      );
    });

    it('types the values of one parameter of JSON rows', async (t) => {
      const store = await freshStore(t, engine);
      const source = store.dialect.jsonRows(
        [
          [1, 'one', 1794731400123456],
          [2, null, null],
        ],
        { id: 'integer', name: 'text', at: 'integer' },
      );
      const { rows } = await sql<{ id: number }>`SELECT id, name, at FROM ${source} AS given ORDER BY id`.execute(
        store.read,
      );
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [
          { id: 1, name: 'one', at: 1794731400123456 },
          { id: 2, name: null, at: null },
        ],
      );
    });
  });
}

describe('deleted values on sqlite', () => {
  it('are not left in the file', async (t) => {
    const databaseUrl = await freshDatabase(t, engines.find(({ name }) => name === 'sqlite')!);
    const store = await openStore(databaseUrl, { watch: false });
    const salt = 'a-salt-that-nobody-may-find-again';
    const inFile = () => readFileSync(databaseUrl.slice('sqlite:'.length)).includes(salt);
    await store.writeInstallation((tx) => tx.insertInto('visit_salt').values({ day: '2026-11-15', salt }).execute());
    await sql`PRAGMA main.wal_checkpoint(TRUNCATE)`.execute(store.dialect.write);
    assert.equal(inFile(), true);
    await store.writeInstallation((tx) => tx.deleteFrom('visit_salt').execute());
    await store.close();
    assert.equal(inFile(), false);
  });
});
