// SQLite's write-ahead log (WAL) is synced before an edit is acknowledged and checkpointed, both off the event loop.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { createLog } from '../../server/storage/dialects/sqlite/log.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { accountRow, freshDatabase, storeOn } from '../support/store.ts';

const sqlite = engines.find((engine) => engine.name === 'sqlite')!;

function scratchFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-log-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'some.db');
}

const noCheckpoints = { run: async () => {}, async close() {} };

describe('the WAL of SQLite', () => {
  it('is synced by a flush, or the flush fails', async (t) => {
    const path = scratchFile(t);
    writeFileSync(`${path}-wal`, 'x');
    const good = createLog(path, noCheckpoints);
    await Promise.all([good.flush(), good.flush()]);
    await good.close();

    const broken = scratchFile(t);
    // A device cannot be synced.
    symlinkSync('/dev/null', `${broken}-wal`);
    const bad = createLog(broken, noCheckpoints);
    for (let attempt = 0; attempt < 2; attempt += 1) await assert.rejects(bad.flush(), { errcode: 10 });
    await bad.close();
  });

  it('is synced before an edit is acknowledged, but not for visits', async (t) => {
    const store = await storeOn(t, await freshDatabase(t, sqlite));
    const flush = t.mock.method(store.dialect, 'flush');
    const flushes = async (work: () => Promise<unknown>): Promise<number> => {
      flush.mock.resetCalls();
      await work();
      return flush.mock.callCount();
    };
    assert.equal(await flushes(() => store.write(1, async () => {})), 1);
    assert.equal(await flushes(() => store.writeInstallation(async () => {})), 1);
    assert.equal(await flushes(() => store.writeUncached(async () => {})), 1);
    assert.equal(await flushes(() => store.writeVisits(async () => ({ result: undefined, changed: [] }))), 0);
    assert.equal(await flushes(() => store.note(async () => {})), 0);

    flush.mock.mockImplementation(() => Promise.reject(Object.assign(new Error('no disk'), { errcode: 10 })));
    await assert.rejects(
      store.write(1, async () => {}),
      (error) => store.isUnavailable(error),
    );
  });

  it('is truncated after another process has made it very long', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite);
    const path = databaseUrl.replace('sqlite:', '');
    const store = await storeOn(t, databaseUrl);
    const other = new DatabaseSync(path);
    other.exec(`
      PRAGMA wal_autocheckpoint = 0;
      BEGIN;
      CREATE TABLE large (bytes BLOB);
      INSERT INTO large VALUES (zeroblob(70000000));
      DROP TABLE large;
      COMMIT`);
    other.close();
    assert.ok(statSync(`${path}-wal`).size > 70_000_000);
    await store.writeInstallation((tx) => tx.insertInto('account').values(accountRow(1)).execute());
    await eventually('it is short', 20_000, () => statSync(`${path}-wal`).size < 10_000_000);
  });

  it('is checkpointed a second after a commit', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite);
    const file = databaseUrl.slice('sqlite:'.length);
    const store = await storeOn(t, databaseUrl);
    const before = statSync(file).size;
    await store.write(1, async (tx) => {
      const bio = 'x'.repeat(10_000);
      const rows = Array.from({ length: 100 }, (_, index) => accountRow(index + 1, { bio }));
      await tx.insertInto('account').values(rows).execute();
    });
    await eventually('the database file contains it', 60_000, () => statSync(file).size >= before + 1_000_000);
  });
});
