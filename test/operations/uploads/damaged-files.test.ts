// Uploads that were lost, cut short or changed: doctor and backup notice them, in a folder and in a bucket.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { damagedFiles } from '../../../server/operations/uploads/damaged-files.ts';
import { fingerpost } from '../../cli/fingerpost.ts';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';
import { openS3 } from '../../support/s3/bucket.ts';
import { png, text, uploadCalls } from '../../support/upload-form.ts';
import { temporaryFolder } from '../backup/folders.ts';

interface Found {
  check: string;
  state: string;
  finding: string;
  remedy?: string;
}

for (const engine of engines) {
  describe(`Damaged uploads on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let folder: string;
    const { posted, remove } = uploadCalls(() => api);
    const environment = () => ({ DATABASE_URL: api.config.databaseUrl, DATA_DIR: api.config.dataDir, PORT: '0' });
    const onDisk = (name: string) => join(api.config.dataDir, 'uploads', name);
    /** The name of a text's file: its digest and its account are those of the upload. */
    const nameOf = ({ url }: { url: string }) => url.replace(/.*\/uploads\/(\w+)\/[\w-]+\//, `$1/${ada.id}/`);

    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    it('are no finding as long as all are whole, and with --thorough only', async () => {
      await posted(ada, ['file', await png('#336699'), 'sea.png']);
      await posted(ada, text('all is well', 'well.txt'));
      const { findings, stderr } = await examined(environment(), '--thorough');
      assert.deepEqual(findings.at(-1)!.finding, 'The files of all uploads are there and unchanged.', stderr);
      assert.ok(!(await examined(environment())).findings.some(({ finding }) => /unchanged/.test(finding)));
    });

    it('are named by doctor and by backup, which makes none then unless it is told to', async (t) => {
      folder = await temporaryFolder(t);
      const [short, changed] = [
        nameOf(await posted(ada, text('cut short', 'short.txt'))),
        nameOf(await posted(ada, text('spoilt', 'spoilt.txt'))),
      ];
      const picture = await posted(ada, ['file', await png('#993366'), 'dusk.png']);
      const lost = nameOf(picture).replace(/[^/]+$/, '96.webp');
      const gone = await posted(ada, text('deleted by its owner', 'gone.txt'));
      await remove(ada, gone.id);
      truncateSync(onDisk(short), 3);
      writeFileSync(onDisk(changed), 'SPOILT');
      await api.files.remove([lost]);
      const named = [`${short} has 3 bytes instead of 9`, `${changed} has other contents`, `${lost} is missing`];

      const { code, findings } = await examined(environment(), '--thorough');
      assert.equal(code, 1);
      const [found] = findings.slice(-1);
      assert.deepEqual(
        [found!.state, found!.finding],
        ['problem', `3 files of uploads are damaged: ${named.join('; ')}.`],
      );
      assert.match(found!.remedy!, /^Copy them from a backup/);

      const file = join(folder, 'b.tar.gz');
      const refused = await fingerpost(['backup', file], { environment: environment() });
      assert.equal(refused.code, 1);
      // A changed file is found when all are packed: the others are named before that.
      assert.equal(
        refused.stderr,
        `No backup was made: 2 files of uploads are damaged: ${named[0]}; ${named[2]}. ` +
          'Copy them from an earlier backup, or make one without them, with --allow-damaged-files.\n',
      );
      assert.ok(!existsSync(file));
      writeFileSync(onDisk(short), 'cut short');
      const made = await fingerpost(['backup', file, '--allow-damaged-files', '--json'], {
        environment: environment(),
      });
      assert.equal(made.code, 0, made.stderr);
      const { damaged_files, message } = JSON.parse(made.stdout).response;
      assert.equal(damaged_files, 2);
      assert.match(
        message,
        /The backup is not complete: 2 files of uploads are damaged: \w+\/\d+\/\S+ has other contents; /,
      );

      const elsewhere = join(folder, 'elsewhere');
      const target =
        engine.dialect === 'sqlite' ? `sqlite:${join(elsewhere, 'fingerpost.db')}` : api.config.databaseUrl;
      const restored = await fingerpost(['restore', file], {
        environment: { DATABASE_URL: target, DATA_DIR: elsewhere },
      });
      assert.equal(restored.code, 0, restored.stderr);
      assert.match(restored.stdout, /2 files of uploads are damaged: .*96\.webp is missing/);
      assert.equal(readFileSync(join(elsewhere, 'uploads', short), 'utf8'), 'cut short');

      writeFileSync(onDisk(changed), 'spoilt');
      await remove(ada, picture.id);
      const whole = await fingerpost(['backup', join(folder, 'whole.tar.gz')], { environment: environment() });
      assert.equal(whole.code, 0, whole.stderr);
      assert.doesNotMatch(whole.stdout, /damaged/);
    });

    it('do not include an upload that its owner deletes meanwhile', async () => {
      const short = await posted(ada, text('here and gone', 'brief.txt'));
      const damaged = await damagedFiles({
        recorded: api.store.read,
        current: api.store.read,
        async find(name, recorded) {
          if (name !== nameOf(short)) return recorded;
          await remove(ada, short.id);
          return undefined;
        },
        progress() {},
      });
      assert.deepEqual(damaged, []);
    });

    it('are found in a bucket, by doctor with their contents and by backup with their sizes', async (t) => {
      const s3 = await openS3(t);
      const bucket = await opened(t, s3.settings);
      const owner = await bucket.api.account('ada');
      const { posted } = uploadCalls(() => bucket.api);
      const names = [];
      for (const content of ['short', 'spoilt', 'lost']) {
        const { url } = await posted(owner, text(content, `${content}.txt`));
        names.push(url.replace(/.*\/uploads\/(\w+)\/[\w-]+\//, `$1/${owner.id}/`));
      }
      const [short, spoilt, lost] = names as [string, string, string];
      const { files } = bucket.api;
      await files.put(spoilt, Buffer.from('SPOILT'), 'text/plain');
      assert.equal(
        (await examined(bucket.environment, '--thorough')).findings.at(-1)!.finding,
        `1 file of uploads is damaged: ${spoilt} has other contents.`,
      );
      await files.put(short, Buffer.from('sho'), 'text/plain');
      await files.remove([lost]);
      const { findings } = await examined(bucket.environment, '--thorough');
      assert.equal(
        findings.at(-1)!.finding,
        `3 files of uploads are damaged: ${short} has 3 bytes instead of 5; ${spoilt} has other contents; ${lost} is missing.`,
      );

      folder = await temporaryFolder(t);
      const file = join(folder, 'b.tar.gz');
      const refused = await fingerpost(['backup', file], { environment: bucket.environment });
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /^No backup was made: 2 files of uploads are damaged: .* is missing\. Copy them/);
      const allowed = [file, '--allow-damaged-files'];
      assert.equal((await fingerpost(['backup', ...allowed], { environment: bucket.environment })).code, 0);

      await s3.close();
      const away = await fingerpost(['backup', join(folder, 'c.tar.gz')], { environment: bucket.environment });
      assert.equal(away.code, 69);
      assert.match(
        away.stderr,
        /^No backup was made\. The uploads in the bucket could not be compared with the database: ECONNREFUSED/,
      );
      const anyway = await fingerpost(['backup', join(folder, 'c.tar.gz'), '--allow-damaged-files'], {
        environment: bucket.environment,
      });
      assert.equal(anyway.code, 0, anyway.stderr);
    });

    async function opened(t: TestContext, settings: Record<string, string>) {
      const opened = await openApi(engine, settings);
      t.after(() => opened.close());
      const { databaseUrl, dataDir } = opened.config;
      return { api: opened, environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', ...settings } };
    }
  });
}

/** What doctor says of uploads. */
async function examined(environment: Record<string, string>, ...options: string[]) {
  const { code, stdout, stderr } = await fingerpost(['doctor', '--json', ...options], { environment });
  const { findings } = JSON.parse(stdout).response as { findings: Found[] };
  return { code, stderr, findings: findings.filter(({ check }) => check === 'uploads') };
}
