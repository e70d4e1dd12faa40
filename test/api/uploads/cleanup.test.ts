// Uploads when the file storage fails, when they race with edits, and when nothing refers to them any more.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts';
import { FileStorageUnavailable } from '../../../server/files/file-storage.ts';
import { deleteAccount } from '../../../server/storage/accounts/accounts.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { type FormPart, png, text, uploadCalls } from '../../support/upload-form.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`The cleanup of uploads on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const { post, posted, get, remove, total, served, stored } = uploadCalls(() => api);
    const sweep = () => api.runJob('unused-uploads');

    it('leaves nothing behind when the file storage is unavailable or full, and accepts the file later', async () => {
      const fay = await api.account('fay');
      const { put, remove: removeFiles } = api.files;
      let puts = 0;
      api.files.put = async (...args) => {
        puts += 1;
        if (puts > 2) throw new FileStorageUnavailable('Files cannot be kept right now.', new Error('away'));
        return put(...args);
      };
      const content = await png('#0f0f0f');
      const own = async () => (await stored()).filter((name) => name.includes(`/${fay.id}/`));
      try {
        assertError(await post(fay, ['file', content, 'x.png']), 503, 'unavailable');
        assert.deepEqual(await own(), []);
        assert.equal(await total(fay), 0);

        // The part that was stored cannot be removed now. It is recorded and removed later.
        puts = 1;
        api.files.remove = async () => {
          throw new FileStorageUnavailable('Files cannot be removed right now.', new Error('away'));
        };
        assertError(await post(fay, ['file', content, 'x.png']), 503, 'unavailable');
        assert.equal((await own()).length, 1);
      } finally {
        Object.assign(api.files, { put, remove: removeFiles });
      }
      assertError(await post(fay, ['file', content, 'x.png']), 503, 'unavailable');
      api.clock.now = NOON + 16 * MINUTE;
      await sweep();
      assert.deepEqual(await own(), []);
      await posted(fay, ['file', content, 'x.png']);
      assert.equal((await own()).length, 4);
      api.clock.now = NOON;
    });

    it('never deletes an upload that a concurrent edit starts to use', async () => {
      const ida = await api.account('ida');
      for (let round = 0; round < 10; round += 1) {
        const picture: FormPart = ['file', await png(`#0000${10 + (round % 3)}`), 'x.png'];
        const { id, url } = await posted(ida, picture);
        const show = () => api.call('POST /user/profile', { key: ida.key, json: { avatar: url } });
        const removal = round % 2 ? remove(ida, id) : undefined;
        const [shown, removed, again] = await Promise.all([show(), removal ?? remove(ida, id), post(ida, picture)]);
        const isThereAgain = shown.status === 200 && removed.status === 200 && again.status === 200;
        const statuses = [shown.status, removed.status].sort();
        if (!isThereAgain) assert.deepEqual(statuses, [200, 422], `${shown.text} ${removed.text}`);
        assert.ok([200, 503].includes(again.status), again.text);
        const { avatar } = (await api.call('GET /user', { key: ida.key })).body.response;
        assert.equal(avatar === url, shown.status === 200);
        // Every listed upload exists.
        for (const record of (await get(ida, '')).body.response) assert.equal((await served(record.url)).status, 200);
        await api.call('POST /user/profile', { key: ida.key, json: { avatar: null } });
        for (const record of (await get(ida, '')).body.response) await remove(ida, record.id);
      }
    });

    it('removes an upload a day after its last use, not earlier', async () => {
      const gil = await api.account('gil');
      const shown = await posted(gil, ['file', await png('#010101'), 'shown.png']);
      const unused = await posted(gil, ['file', await png('#020202'), 'unused.png']);
      await api.call('POST /user/profile', { key: gil.key, json: { avatar: shown.url } });
      const status = async () => [(await served(shown.url)).status, (await served(unused.url)).status];
      const sweepAt = async (at: number) => {
        api.clock.now = NOON + at;
        await sweep();
      };
      await sweepAt(24 * HOUR);
      assert.deepEqual(await status(), [200, 200]);
      await sweepAt(31 * HOUR);
      assert.deepEqual(await status(), [200, 404]);
      assertError(await get(gil, `/${unused.id}`), 404, 'not_found');
      await sweepAt(100 * DAY);
      await api.call('POST /user/profile', { key: gil.key, json: { avatar: null } });
      // The earlier version of the page still uses it.
      await sweepAt(102 * DAY);
      assert.deepEqual(await status(), [200, 404]);
      api.clock.now = NOON + 191 * DAY;
      await api.upkeep();
      await sweepAt(193 * DAY);
      assert.deepEqual(await status(), [404, 404]);
      assert.equal(await total(gil), 0);
      api.clock.now = NOON;
    });

    it('removes the uploads of a deleted account and the leftovers of a crash, and nothing else', async () => {
      const hal = await api.account('hal');
      const used = await posted(ada, text('stays'));
      await posted(hal, text('goes'));
      const orphan = `${'0'.repeat(64)}/${ada.id}/file.txt`;
      await api.files.put(orphan, Buffer.from('left'), 'text/plain');
      await api.store.write(hal.id, (tx) => deleteAccount(tx, hal.id));
      await api.store.write(ada.id, (tx) =>
        tx
          .updateTable('upload')
          .set({ state: 'coming' })
          .where('account_id', '=', ada.id)
          .where('id', '!=', used.id)
          .execute(),
      );
      await sweep();
      assert.ok((await stored()).some((name) => name.includes(`/${hal.id}/`)));
      api.clock.now = Date.now() * 1000 + 25 * HOUR;
      await api.store.write(ada.id, (tx) =>
        tx.updateTable('upload').set({ used_at: api.clock.now }).where('id', '=', used.id).execute(),
      );
      await sweep();
      const left = await stored();
      assert.deepEqual(
        left.filter((name) => name.includes(`/${hal.id}/`) || name === orphan),
        [],
      );
      assert.deepEqual(
        left
          .filter((name) => name.includes(`/${ada.id}/`))
          .map((name) => `https://links.example/uploads/${name.replace(`/${ada.id}/`, `/${ada.token}/`)}`),
        [used.url],
      );
      assert.equal(await total(ada), 1);
      api.clock.now = NOON;
    });
  });
}
