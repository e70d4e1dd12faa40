// kill -9 in the middle of the work of jobs, after each of their steps: the next process finishes all, once, and nothing is
// lost.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { HOUR } from '../../contract/time.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { EXPORT_PARTS } from '../../server/exports/contents.ts';
import { createExports } from '../../server/exports/index.ts';
import type { FileStorage } from '../../server/files/file-storage.ts';
import { openFileStorage } from '../../server/files/open.ts';
import { createJobQueue } from '../../server/jobs/queue.ts';
import { enqueueMail } from '../../server/mail/mail-job.ts';
import { findExport } from '../../server/storage/accounts/account-exports.ts';
import { readPruningMark } from '../../server/storage/installation.ts';
import { insertUpload } from '../../server/storage/page/uploads.ts';
import type { Store } from '../../server/storage/store.ts';
import { temporaryFolder } from '../operations/backup/folders.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { jobRows } from '../support/jobs.ts';
import { accountRow } from '../support/store.ts';
import { type event, NOON, type Setting, setting } from '../visits/setting.ts';
import { compareAll, history, rowsIn } from '../visits/visit-history.ts';

const child = fileURLToPath(new URL('children/stuck.ts', import.meta.url));
const jobs = ['compact-visits', 'erase-accounts', 'form-notices', 'mail', 'make-export', 'retention'];
const [EXPORTED, OWNER, ERASED] = [1, 2, 3] as const;
const OTHER_FILE = `${'b'.repeat(64)}/${OWNER}/b.txt`;
const PATIENCE_MS = 60_000;
const visits = history(1500, { days: 6 });

interface Run {
  store: Store;
  databaseUrl: string;
  dataDir: string;
}

function start(t: TestContext, { databaseUrl, dataDir }: Run, step?: number): ChildProcess {
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, JOBS: jobs.join(' '), NOW: String(NOON) };
  const env = { ...process.env, ...own, ...(step !== undefined && { STEP: String(step) }) };
  const started = spawn(process.execPath, [child], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => started.kill('SIGKILL'));
  return started;
}

async function kill(started: ChildProcess): Promise<void> {
  const ended = once(started, 'exit');
  started.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL']);
}

/** Kills the process when each job has taken that many steps, or is done before. Returns those that were not done. */
async function killAfter(t: TestContext, given: Run, step: number): Promise<string[]> {
  const started = start(t, given, step);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const [said] = await once(started.stdout!, 'data', { signal });
  await kill(started);
  return JSON.parse(String(said).split('\n')[0]!);
}

async function finish(t: TestContext, given: Run): Promise<void> {
  const started = start(t, given);
  await eventually('all jobs are done', PATIENCE_MS, async () => {
    const rows = (await Promise.all(jobs.map((name) => jobRows(given.store, name)))).flat();
    return rows.length > jobs.length && rows.every(({ holder, finished_at }) => !holder && finished_at !== null);
  });
  await kill(started);
}

interface Causes {
  store: Store;
  files: FileStorage;
  dataDir: string;
}

/** A reason for each of the jobs to do something. */
async function addCauses({ store, files, dataDir }: Causes, visiting: Setting): Promise<void> {
  const queue = createJobQueue({ store });
  await createExports({ store, files, clock: () => NOON, jobs: queue, secret: async () => 's' }).start(
    EXPORTED,
    commandLine,
  );
  await store.write(ERASED, (tx) =>
    tx
      .insertInto('account')
      .values(accountRow(ERASED, { deletes_at: NOON - HOUR }))
      .execute(),
  );
  for (const name of [await addUpload(store), OTHER_FILE]) await files.put(name, Buffer.from('x'), 'text/plain');
  await store.write(OWNER, async (tx) => {
    const seen = (day: string) => (_: unknown, index: number) => ({
      ...{ account_id: OWNER, day, target_id: 0, visitor: `visitor ${index}`, source: '' },
    });
    const rows = [...Array.from({ length: 600 }, seen('2026-01-01')), ...Array.from({ length: 5 }, seen('2026-03-09'))];
    await tx.insertInto('visit_seen').values(rows).execute();
    const notice = { account_id: OWNER, block_id: 50, entries_after: 0, due_at: NOON - HOUR, sent_at: null };
    await tx.insertInto('form_notice').values(notice).execute();
    const entry = { account_id: OWNER, id: 60, block_id: 50, fields: '{}', subscriber: 'ada@example.com' };
    await tx
      .insertInto('unconfirmed_entry')
      .values({ ...entry, created_at: NOON })
      .execute();
    const details = { entryId: 60, page: 'https://links.example/ada', path: '/ada/50' };
    const mail = { kind: 'confirm-entry', accountId: OWNER, to: 'ada@example.com', language: 'en', at: NOON };
    await enqueueMail(tx, queue, { ...mail, details });
  });
  await visiting.visits.recordMany(visits as ReturnType<typeof event>[]);
  await visiting.visits.aggregateAll();
  assert.deepEqual(readdirSync(dataDir), ['uploads']);
}

async function addUpload(store: Store): Promise<string> {
  const digest = 'a'.repeat(64);
  await store.write(ERASED, async (tx) => {
    const [id] = await store.dialect.allocateIds(tx, 1);
    const stored = JSON.stringify([{ file: 'a.txt', bytes: 1, sha256: digest }]);
    const file = { kind: 'file', name: 'a.txt', type: 'text/plain', file: 'a.txt', files: stored, bytes: 1 } as const;
    const times = { created_at: 1, used_at: 1, width: null, height: null };
    await insertUpload(tx, ERASED, { id: id!, digest, state: 'ready', ...file, ...times });
  });
  return `${digest}/${ERASED}/a.txt`;
}

async function assertAllDoneOnce({ store, files, dataDir }: Causes): Promise<void> {
  const states = async (name: string) => (await jobRows(store, name)).map(({ state }) => state);
  // The mail itself, and the one that the job of notices has asked for.
  assert.deepEqual(await states('mail'), ['done', 'done']);
  assert.equal(readdirSync(join(dataDir, 'mail')).length, 1);
  const notice = await store.read.selectFrom('form_notice').select(['due_at', 'sent_at']).executeTakeFirstOrThrow();
  assert.deepEqual([notice.due_at, notice.sent_at], [null, NOON]);

  assert.deepEqual(await states('make-export'), ['done']);
  const exported = (await findExport(store.read, EXPORTED))!;
  assert.equal(exported.state, 'ready');
  const stored = (await files.walk()).map(({ name }) => name);
  assert.deepEqual(
    [stored.length, stored.includes(OTHER_FILE)],
    [2, true],
    'the archive, and the file of another account',
  );
  const archive = stored.find((name) => name !== OTHER_FILE)!;
  assert.equal((await files.stat(archive))?.bytes, exported.bytes);

  const accounts = await store.read.selectFrom('account').select('account_id').orderBy('account_id').execute();
  assert.deepEqual(
    accounts.map(({ account_id }) => account_id),
    [EXPORTED, OWNER],
  );
  assert.deepEqual(await store.read.selectFrom('upload').select('id').execute(), []);

  const seen = await store.read.selectFrom('visit_seen').select('day').where('account_id', '=', OWNER).execute();
  assert.deepEqual(
    seen.map(({ day }) => day),
    Array(5).fill('2026-03-09'),
  );
  assert.deepEqual(await readPruningMark(store.read), { day: '2026-03-10', finishedAt: NOON });

  assert.deepEqual(await rowsIn(store, 'visit_event'), []);
  await compareAll(store, visits);
}

/**
 * Of an export, the first is that it runs. Then it notes how far it is, puts the archive into the file storage, and ends. The
 * others have fewer steps, or such as repeat.
 */
const steps = [1, 2, 3, EXPORT_PARTS + 2, EXPORT_PARTS + 3];

for (const engine of engines) {
  describe(`kill -9 on ${engine.name}`, () => {
    for (const step of steps) {
      it(`after step ${step} of each job loses nothing, and all happens once`, async (t) => {
        const visiting = await setting(t, engine);
        const { store, databaseUrl } = visiting;
        const dataDir = await temporaryFolder(t);
        const files = openFileStorage({ dataDir, bucket: undefined });
        t.after(() => files.close());
        const causes = { store, files, dataDir };
        await addCauses(causes, visiting);
        const given = { store, databaseUrl, dataDir };
        const undone = await killAfter(t, given, step);
        if (step === 1) assert.deepEqual(undone.sort(), jobs);
        assert.ok(undone.includes('make-export'), 'an export has as many steps');
        await finish(t, given);
        await assertAllDoneOnce(causes);
      });
    }
  });
}
