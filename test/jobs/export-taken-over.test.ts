// An export that another process has taken over is that one's: what becomes of the former attempt is not noted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { SECOND } from '../../contract/time.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { createExports } from '../../server/exports/index.ts';
import { makeExports } from '../../server/exports/jobs/make-export.ts';
import { openFileStorage } from '../../server/files/open.ts';
import { findExport } from '../../server/storage/accounts/account-exports.ts';
import { temporaryFolder } from '../operations/backup/folders.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { jobProcess, jobRows, quick } from '../support/jobs.ts';
import { NOON, setting } from '../visits/setting.ts';

const ACCOUNT = 1;
const PATIENCE_MS = 20_000;

for (const engine of engines) {
  describe(`an export on ${engine.name}`, () => {
    for (const attempts of [0, 2]) {
      it(`that another process has taken over after ${attempts} failures is left to it`, async (t) => {
        const { store, databaseUrl } = await setting(t, engine);
        const files = openFileStorage({ dataDir: await temporaryFolder(t), bucket: undefined });
        t.after(() => files.close());
        const [putting, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const failing = {
          ...files,
          async put() {
            putting.resolve();
            await go.promise;
            throw new Error('no space');
          },
        };
        const sources = { store, files: failing, clock: () => NOON, origin: () => 'https://links.example' };
        const former = await jobProcess(t, databaseUrl, []);
        await createExports({ ...sources, jobs: former.jobs, secret: async () => 's' }).start(ACCOUNT, commandLine);
        const change = (values: object) =>
          store.note(async (tx) => {
            await tx.updateTable('job').set(values).where('name', '=', 'make-export').execute();
          });
        await change({ attempts });
        const late = await jobProcess(t, databaseUrl, [makeExports(sources)], { ...quick, leaseMs: 20_000 });
        await putting.promise;
        await change({ holder: 'another process', leased_until: sql`${store.dialect.now} + ${10 * SECOND}` });
        go.resolve();
        await eventually('it ends', PATIENCE_MS, () => late.jobs.figures().get('make-export')!.runs === 1);
        assert.equal((await findExport(store.read, ACCOUNT))!.state, 'running');
        const { failures, lost } = late.jobs.figures().get('make-export')!;
        assert.deepEqual([failures, lost], [0, 0]);
        assert.equal((await jobRows(store, 'make-export'))[0]!.state, 'waiting');
      });
    }
  });
}
