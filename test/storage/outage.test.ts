import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDialect } from '../../server/storage/dialects/open.ts';
import { openStore } from '../../server/storage/store.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { startProxy } from '../support/proxy.ts';
import { accountRow, freshDatabase, freshStore, storeOn } from '../support/store.ts';

const [sqlite, postgres] = engines;

describe('an outage of postgres', () => {
  it('is reported as unavailable on start', async () => {
    const nobodyThere = 'postgres://fingerpost:secret@127.0.0.1:1/fingerpost';
    const dialect = openDialect(nobodyThere, { mayCreate: true });
    await assert.rejects(openStore(nobodyThere, { watch: true }), (error: Error) => {
      assert.ok(dialect.isUnavailable(error), String(error));
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
    await dialect.close();
  });

  it('is recognised in what Citus says of a server that goes away', async () => {
    const dialect = openDialect('postgres://127.0.0.1:1/fingerpost', { mayCreate: true });
    for (const message of [
      'could not commit transaction for shard 102130 on at least one active node',
      'postmaster was shut down, exiting',
      'failure on connection marked as essential: 127.0.0.1:5601',
    ]) {
      assert.equal(dialect.isUnavailable(Object.assign(new Error(message), { code: 'XX000' })), true, message);
    }
    assert.equal(dialect.isUnavailable(Object.assign(new Error('cache lookup failed'), { code: 'XX000' })), false);
    await dialect.close();
  });

  it('is reported to reads and writes until the server is back', async (t) => {
    const proxy = await startProxy(t, await freshDatabase(t, postgres!));
    const store = await storeOn(t, proxy.url);
    await store.ping();
    proxy.cut();
    await assert.rejects(store.ping(), (error) => store.isUnavailable(error));
    await assert.rejects(
      store.write(1, (tx) => tx.insertInto('account').values(accountRow(1)).execute()),
      (error) => store.isUnavailable(error),
    );
    proxy.restore();
    await store.ping();
    await store.write(1, (tx) => tx.insertInto('account').values(accountRow(1)).execute());
  });

  it('ends an open transaction, not the process', async (t) => {
    const databaseUrl = await freshDatabase(t, postgres!);
    const store = await storeOn(t, databaseUrl);
    const elsewhere = await storeOn(t, databaseUrl);
    await assert.rejects(
      store.write(1, async (tx) => {
        await tx.insertInto('account').values(accountRow(1)).execute();
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
        await sql`SELECT pg_terminate_backend(${rows[0]!.pid})`.execute(elsewhere.read);
        await sleep(100);
        await tx.updateTable('account').set({ name: 'Bo' }).execute();
      }),
      (error) => store.isUnavailable(error),
    );
    assert.deepEqual(await store.read.selectFrom('account').selectAll().execute(), []);
  });

  it('is also reported when new connections hang', async (t) => {
    const proxy = await startProxy(t, await freshDatabase(t, postgres!));
    const store = await storeOn(t, proxy.url);
    proxy.cut();
    await assert.rejects(store.ping());
    proxy.silence();
    await assert.rejects(store.ping(), (error) => store.isUnavailable(error));
  });
});

describe('an outage of sqlite', () => {
  it('is reported while the disk is full', async (t) => {
    const store = await freshStore(t, sqlite!);
    const bigBio = 'x'.repeat(10_000_000);
    const fill = () =>
      store.write(1, (tx) =>
        tx
          .insertInto('account')
          .values(accountRow(1, { bio: bigBio }))
          .execute(),
      );
    const allow = (pages: number) => sql`PRAGMA max_page_count = ${sql.lit(pages)}`.execute(store.dialect.write);

    await allow(200);
    await assert.rejects(fill(), (error) => store.isUnavailable(error));
    await allow(100_000);
    await fill();
    const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(store.read);
    assert.deepEqual(
      rows.map((row) => row.integrity_check),
      ['ok'],
    );
  });

  it('is not reported while another process writes: our write waits and reads continue', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite!);
    const store = await storeOn(t, databaseUrl);
    const other = new DatabaseSync(databaseUrl.slice('sqlite:'.length));
    t.after(() => other.close());
    other.exec('BEGIN IMMEDIATE');

    let written = false;
    const write = store.write(1, async (tx) => {
      await tx.insertInto('account').values(accountRow(1)).execute();
      written = true;
    });
    await sleep(50);
    assert.deepEqual(await store.read.selectFrom('account').selectAll().execute(), []);
    assert.equal(written, false);
    other.exec('COMMIT');
    await write;
    await eventually('it is written', 60_000, () => written);
  });

  it('is reported when a lock is never released', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite!);
    const store = await storeOn(t, databaseUrl);
    const other = new DatabaseSync(databaseUrl.slice('sqlite:'.length));
    t.after(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(
      store.write(1, (tx) => tx.insertInto('account').values(accountRow(1)).execute()),
      (error) => store.isUnavailable(error),
    );
    other.exec('ROLLBACK');
    await store.write(1, (tx) => tx.insertInto('account').values(accountRow(1)).execute());
  });
});
