// `fingerpost account delete` and the scheduled erasure: one use case, which removes the files too.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { eraseAccount } from '../../server/domain/sign-in/account-deletion.ts';
import { type FileStorage, FileStorageUnavailable } from '../../server/files/file-storage.ts';
import { openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';
import { openS3 } from '../support/s3/bucket.ts';
import { png, text, uploadCalls } from '../support/upload-form.ts';
import { fingerpost } from './fingerpost.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Deleting an account with files on ${engine.name}`, () => {
    async function installed(t: TestContext, settings: Record<string, string> = {}) {
      const api = await openApi(engine, settings);
      t.after(() => api.close());
      const { databaseUrl, dataDir } = api.config;
      const [ada, bob] = [await api.account('ada'), await api.account('bob')];
      const calls = uploadCalls(() => api);
      const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...settings };
      return {
        ...{ api, ada, bob, calls },
        filesOf: async ({ id }: { id: number }) => (await calls.stored()).filter((name) => name.includes(`/${id}/`)),
        services: (files: FileStorage) => ({ store: api.store, files, dataDir }),
        deleteAda: () => fingerpost(['account', 'delete', 'ada', '--yes'], { environment }),
      };
    }

    for (const storage of ['a folder', 'a bucket']) {
      it(`removes them from ${storage} before it is done, and leaves the same files of others`, async (t) => {
        const settings = storage === 'a bucket' ? (await openS3(t)).settings : {};
        const { ada, bob, calls, filesOf, deleteAda } = await installed(t, settings);
        const picture = await png('#224466');
        for (const account of [ada, bob]) {
          await calls.posted(account, ['file', picture, 'sea.png']);
          await calls.posted(account, text('the same for both'));
        }
        const ofBob = await filesOf(bob);
        assert.equal(ofBob.length, 5);
        assert.equal((await filesOf(ada)).length, 5);
        const { code, stdout, stderr } = await deleteAda();
        assert.equal(code, 0, stderr);
        assert.equal(stdout, 'The account "ada" and all of its data were deleted.\n');
        assert.deepEqual(await filesOf(ada), []);
        assert.deepEqual(await filesOf(bob), ofBob);
      });
    }

    it('leaves no file of an upload that was under way', async (t) => {
      const { api, ada, calls, filesOf, deleteAda } = await installed(t);
      const { put } = api.files;
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      api.files.put = async (...args) => {
        reached.resolve();
        await released.promise;
        return put(...args);
      };
      const answer = calls.post(ada, text('too late'));
      await reached.promise;
      assert.equal((await deleteAda()).code, 0);
      released.resolve();
      assert.equal((await answer).status, 401);
      assert.deepEqual(await filesOf(ada), []);
    });

    it('leaves no file that is uploaded while others are removed', async (t) => {
      const { api, ada, calls, filesOf, services } = await installed(t);
      await calls.posted(ada, text('first'));
      let isFirst = true;
      const files: FileStorage = {
        ...api.files,
        async list(folder, after) {
          if (isFirst) {
            isFirst = false;
            await calls.posted(ada, text('second'));
          }
          return api.files.list(folder, after);
        },
      };
      await eraseAccount(services(files), ada.id);
      assert.deepEqual(await filesOf(ada), []);
    });

    it('can be repeated if it stopped between two files', async (t) => {
      const { api, ada, bob, calls, filesOf, services, deleteAda } = await installed(t);
      for (const content of ['one', 'two', 'three']) await calls.posted(ada, text(content));
      await calls.posted(bob, text('one'));
      let removals = 0;
      const files: FileStorage = {
        ...api.files,
        async remove(names) {
          removals += 1;
          if (removals > 1) throw new FileStorageUnavailable('File storage is unavailable.', new Error('away'));
          return api.files.remove(names);
        },
      };
      await assert.rejects(eraseAccount(services(files), ada.id), FileStorageUnavailable);
      assert.equal((await filesOf(ada)).length, 2);
      assert.equal((await api.call('GET /user', { key: ada.key })).status, 200, 'the account is still there');
      assert.equal((await deleteAda()).code, 0);
      assert.deepEqual(await filesOf(ada), []);
      assert.equal((await filesOf(bob)).length, 1);
    });
  });
}
