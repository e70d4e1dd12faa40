import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { createFreshness } from '../../server/storage/changes.ts';
import { startScript } from '../support/child.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { startProxy } from '../support/proxy.ts';
import { accountRow, freshDatabase, freshStore, storeOn } from '../support/store.ts';

const writeInChild = new URL('children/write-account.ts', import.meta.url);
const watching = { watch: true };

describe('a cache of many accounts', () => {
  const accounts = Array.from({ length: 300_000 }, (_, index) => 1000 + 7 * index);

  it('stays fresh after visits if it does not depend on counts', () => {
    const freshness = createFreshness();
    const stamp = freshness.stamp(7);
    for (const id of accounts) freshness.changed({ topic: 'visits', accountIds: [id] });
    assert.ok(freshness.isFresh(stamp, 7, 'account'));
  });

  it('is stale for every changed account and for almost no others', () => {
    const freshness = createFreshness();
    const stamps = accounts.map((id) => freshness.stamp(id));
    const changed = new Set(accounts.slice(0, 100));
    freshness.changed({ topic: 'account', accountIds: [...changed] });
    const stale = accounts.filter((id, index) => !freshness.isFresh(stamps[index]!, id, 'account'));
    assert.ok([...changed].every((id) => stale.includes(id)));
    assert.ok(stale.length < 300, `${stale.length} are stale`);
  });
});

for (const engine of engines) {
  describe(`a cache over ${engine.name}`, () => {
    it('is stale for the changed account as soon as a write of this process resolves', async (t) => {
      const { freshness, write } = await freshStore(t, engine, watching);
      const mine = freshness.stamp(1);
      const other = freshness.stamp(2);
      assert.ok(freshness.isFresh(mine, 1, 'account'));

      await write(1, (tx) => tx.insertInto('account').values(accountRow(1)).execute());
      assert.equal(freshness.isFresh(mine, 1, 'account'), false);
      assert.equal(freshness.isFresh(mine, 1, 'visits'), false);
      assert.ok(freshness.isFresh(other, 2, 'account'));
      assert.ok(freshness.isFresh(freshness.stamp(1), 1, 'account'));
    });

    it('is stale after a failed write, which may have been committed', async (t) => {
      const { freshness, write } = await freshStore(t, engine, watching);
      const stamp = freshness.stamp(1);
      await assert.rejects(
        write(1, () => Promise.reject(new Error('lost'))),
        { message: 'lost' },
      );
      assert.equal(freshness.isFresh(stamp, 1, 'account'), false);
    });

    it('is stale after recorded visits only if it depends on counts', async (t) => {
      const { freshness, writeVisits } = await freshStore(t, engine, watching);
      const stamp = freshness.stamp(1);
      await writeVisits(async () => ({ result: undefined, changed: [1] }));
      assert.ok(freshness.isFresh(stamp, 1, 'account'));
      assert.equal(freshness.isFresh(stamp, 1, 'visits'), false);
    });

    it('is stale within a second of a write by another process', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { freshness, read, write } = await storeOn(t, databaseUrl, watching);
      await write(1, (tx) => tx.insertInto('account').values(accountRow(1)).execute());
      const stamp = freshness.stamp(1);

      const child = startScript(t, writeInChild, databaseUrl, '1', 'Grace');
      await child.said('written');
      await eventually('the write is noticed', 60_000, () => !freshness.isFresh(stamp, 1, 'account'));
      assert.ok(freshness.isFresh(freshness.stamp(1), 1, 'account'));
      assert.equal((await read.selectFrom('account').select('name').executeTakeFirstOrThrow()).name, 'Grace');
    });

    it('is stale within a second after another process counts visits, for any number of accounts', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { freshness } = await storeOn(t, databaseUrl, watching);
      const elsewhere = await storeOn(t, databaseUrl);
      const accounts = Array.from({ length: 1000 }, (_, index) => 2 ** 53 - 1 - index);
      const stamps = accounts.map((id) => freshness.stamp(id));
      await elsewhere.writeVisits(async (tx) => {
        await tx.insertInto('visit_salt').values({ day: '2026-11-15', salt: 'x' }).execute();
        return { result: undefined, changed: accounts };
      });
      await elsewhere.finishAggregation(accounts, async () => {});
      await eventually('the visits are noticed', 60_000, () =>
        accounts.every((id, index) => !freshness.isFresh(stamps[index]!, id, 'visits')),
      );
      assert.ok(
        accounts.every((id, index) => freshness.isFresh(stamps[index]!, id, 'account')),
        'pages stay cached',
      );
    });

    it('stays fresh after another process rolls back a write', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { freshness } = await storeOn(t, databaseUrl, watching);
      const elsewhere = await storeOn(t, databaseUrl);
      const stamp = freshness.stamp(1);
      await assert.rejects(
        elsewhere.write(1, async (tx) => {
          await tx.insertInto('account').values(accountRow(1)).execute();
          throw new Error('changed my mind');
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.ok(freshness.isFresh(stamp, 1, 'account'));
    });
  });
}

describe('the change listener on postgres', () => {
  const postgres = engines.find((engine) => engine.name === 'postgres')!;

  it('trusts no cache while its connection is lost, and reconnects by itself', async (t) => {
    const databaseUrl = await freshDatabase(t, postgres);
    const { freshness, ping } = await storeOn(t, databaseUrl, watching);
    const elsewhere = await storeOn(t, databaseUrl);
    const trusts = () => freshness.isFresh(freshness.stamp(1), 1, 'account');
    const before = freshness.stamp(1);
    assert.ok(trusts());

    await elsewhere.read.connection().execute((connection) =>
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(connection),
    );
    await eventually('it is disconnected', 60_000, () => !trusts());
    await eventually('it is connected again', 60_000, trusts);
    assert.equal(freshness.isFresh(before, 1, 'account'), false, 'a change may have been missed in between');
    await ping();

    const after = freshness.stamp(1);
    await elsewhere.write(1, (tx) => tx.insertInto('account').values(accountRow(1)).execute());
    await eventually('it receives a write', 60_000, () => !freshness.isFresh(after, 1, 'account'));
  });

  it('detects a connection that hangs', async (t) => {
    const proxy = await startProxy(t, await freshDatabase(t, postgres));
    const { freshness } = await storeOn(t, proxy.url, watching);
    const trusts = () => freshness.isFresh(freshness.stamp(1), 1, 'account');
    assert.ok(trusts());
    proxy.silence();
    await eventually('it is disconnected', 60_000, () => !trusts());
    proxy.restore();
    await eventually('it is connected again', 60_000, trusts);
  });
});
