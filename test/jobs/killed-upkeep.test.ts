// kill -9 in the middle of long work of the installation: the next process finishes it, once, and nothing is lost.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { HOUR } from '../../contract/time.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { createExports } from '../../server/exports/index.ts';
import { openFileStorage } from '../../server/files/open.ts';
import { createJobQueue } from '../../server/jobs/queue.ts';
import { findExport } from '../../server/storage/accounts/account-exports.ts';
import { insertUpload } from '../../server/storage/page/uploads.ts';
import type { Store } from '../../server/storage/store.ts';
import { temporaryFolder } from '../operations/backup/folders.ts';
import { engines } from '../support/engines.ts';
import { jobRows } from '../support/jobs.ts';
import { type event, NOON, setting, TODAY } from '../visits/setting.ts';
import { compareAll, history, rowsIn } from '../visits/visit-history.ts';

const child = fileURLToPath(new URL('children/stuck.ts', import.meta.url));
const ACCOUNT = 1;

interface Run {
  databaseUrl: string;
  dataDir: string;
  job: string;
  now: number;
}

/** Kills the process when it has done that, or lets it do its job. */
async function run(t: TestContext, { databaseUrl, dataDir, job, now }: Run, stuck?: string): Promise<void> {
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, JOB: job, NOW: String(now) };
  const env = { ...process.env, ...own, ...(stuck !== undefined && { STUCK: stuck }) };
  const killed = spawn(process.execPath, [child], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => killed.kill('SIGKILL'));
  const ended = once(killed, 'exit');
  if (stuck !== undefined) {
    const said = await Promise.race([once(killed.stdout, 'data'), ended]);
    assert.equal(String(said[0]), 'stuck\n', `it is never "${stuck}"`);
    killed.kill('SIGKILL');
  }
  assert.deepEqual(await ended, stuck === undefined ? [0, null] : [null, 'SIGKILL']);
}

async function addUpload(store: Store): Promise<string> {
  const digest = 'a'.repeat(64);
  await store.write(ACCOUNT, async (tx) => {
    const [id] = await store.dialect.allocateIds(tx, 1);
    const files = JSON.stringify([{ file: 'a.txt', bytes: 1, sha256: digest }]);
    const file = { kind: 'file', name: 'a.txt', type: 'text/plain', file: 'a.txt', files, bytes: 1 } as const;
    const times = { created_at: 1, used_at: 1, width: null, height: null };
    await insertUpload(tx, ACCOUNT, { id: id!, digest, state: 'ready', ...file, ...times });
  });
  return `${digest}/${ACCOUNT}/a.txt`;
}

for (const engine of engines) {
  describe(`kill -9 on ${engine.name}`, () => {
    for (const stuck of ['writeUncached 6', 'put 1']) {
      it(`in an export, after ${stuck}, loses nothing`, async (t) => {
        const { store, databaseUrl } = await setting(t, engine);
        const dataDir = await temporaryFolder(t);
        const files = openFileStorage({ dataDir, bucket: undefined });
        t.after(() => files.close());
        const job = { databaseUrl, dataDir, job: 'make-export', now: NOON };
        const asked = { store, files, clock: () => NOON, jobs: createJobQueue({ store }), secret: async () => 's' };
        await createExports(asked).start(ACCOUNT, commandLine);
        await run(t, job, stuck);
        assert.equal((await findExport(store.read, ACCOUNT))!.state, 'running');
        await run(t, job);
        const { state, bytes } = (await findExport(store.read, ACCOUNT))!;
        const stored = await files.walk();
        assert.deepEqual([state, stored.length], ['ready', 1]);
        assert.equal((await files.stat(stored[0]!.name))?.bytes, bytes);
        assert.deepEqual(
          (await jobRows(store, 'make-export')).map((row) => row.state),
          ['done'],
        );
      });
    }

    for (const stuck of ['remove 1', 'write 1']) {
      it(`in an erasure, after ${stuck}, leaves nothing of the account and all of others`, async (t) => {
        const { store, databaseUrl } = await setting(t, engine);
        const dataDir = await temporaryFolder(t);
        const files = openFileStorage({ dataDir, bucket: undefined });
        t.after(() => files.close());
        const name = await addUpload(store);
        const other = `${'b'.repeat(64)}/2/b.txt`;
        for (const each of [name, other]) await files.put(each, Buffer.from('x'), 'text/plain');
        const due = { deletes_at: NOON - HOUR };
        await store.write(ACCOUNT, (tx) =>
          tx.updateTable('account').set(due).where('account_id', '=', ACCOUNT).execute(),
        );
        const job = { databaseUrl, dataDir, job: 'erase-accounts', now: NOON };
        await run(t, job, stuck);
        await run(t, job);
        const accounts = await store.read.selectFrom('account').select('account_id').execute();
        const uploads = await store.read.selectFrom('upload').select('id').execute();
        assert.deepEqual([accounts.map(({ account_id }) => account_id), uploads], [[2], []]);
        assert.deepEqual(
          (await files.walk()).map((file) => file.name),
          [other],
        );
      });
    }

    it('in a compaction keeps each visit once', async (t) => {
      const { store, visits, databaseUrl } = await setting(t, engine);
      const dataDir = await temporaryFolder(t);
      const all = history(1500, { days: 6 });
      await visits.recordMany(all as ReturnType<typeof event>[]);
      await visits.aggregateAll();
      const job = { databaseUrl, dataDir, job: 'compact-visits', now: TODAY + HOUR };
      await run(t, job, 'writeVisits 2');
      assert.ok((await rowsIn(store, 'visit_event')).length > 0);
      await compareAll(store, all);
      await run(t, job);
      assert.deepEqual(await rowsIn(store, 'visit_event'), []);
      await compareAll(store, all);
    });
  });
}
