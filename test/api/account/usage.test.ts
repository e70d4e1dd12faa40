// How much an account has of what is limited.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { png, uploadCalls } from '../../support/upload-form.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`GET /account/usage on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine, { UPLOAD_QUOTA_MB: '2', RATE_LIMIT: '300' });
      ada = await api.account('ada');
      await api.account('bob');
    });
    after(() => api.close());

    const { posted } = uploadCalls(() => api);
    const usage = async (key = ada.key) => (await api.call('GET /account/usage', { key })).body.response;
    const send = (request: string, json: object) => api.call(request, { key: ada.key, json });

    it('starts with nothing', async () => {
      assert.deepEqual(await usage(), {
        blocks: { used: 0, limit: 100 },
        form_entries: { used: 0, limit: 10_000 },
        uploads: { used: 0, limit: 1000 },
        upload_bytes: { used: 0, limit: 2_000_000 },
        pixels: { used: 0, limit: 100 },
        keys: { used: 1, limit: 100 },
        shares: { used: 0, limit: 50 },
        uploads_by_kind: [
          { kind: 'image', count: 0, bytes: 0 },
          { kind: 'video', count: 0, bytes: 0 },
          { kind: 'file', count: 0, bytes: 0 },
        ],
        requests_per_minute: 300,
      });
    });

    it('counts what the account has, and nothing of others', async () => {
      const picture = await posted(ada, ['file', await png('#123456'), 'sea.png']);
      const note = await posted(ada, ['file', Buffer.from('Ten letters'), 'note.txt']);
      const bytes = async ({ id }: { id: number }): Promise<number> =>
        (await api.call(`GET /uploads/${id}`, { key: ada.key })).body.response.bytes;
      const [pictureBytes, noteBytes] = [await bytes(picture), await bytes(note)];
      await send('POST /analytics/shares', { name: 'Team' });
      const form = (await send('POST /blocks', { block: 'signup' })).body.response.id;
      await send('POST /blocks', { block: 'divider' });
      const entry = await api.app.inject({
        method: 'POST',
        url: `/ada/forms/${form}`,
        payload: { email: 'eve@example.com' },
      });
      assert.equal(entry.statusCode, 303, entry.payload);

      const used = await usage();
      assert.deepEqual([used.blocks.used, used.form_entries.used, used.uploads.used, used.shares.used], [2, 1, 2, 1]);
      assert.equal(used.upload_bytes.used, pictureBytes + noteBytes);
      assert.deepEqual(used.uploads_by_kind, [
        { kind: 'image', count: 1, bytes: pictureBytes },
        { kind: 'video', count: 0, bytes: 0 },
        { kind: 'file', count: 1, bytes: noteBytes },
      ]);
      const bob = await api.keyFor({ id: (await api.account('eve')).id });
      assert.equal((await usage(bob.key)).uploads.used, 0);
    });

    it('lists uploads by kind and by use', async () => {
      const names = async (query: string) =>
        (await api.call(`GET /uploads?${query}`, { key: ada.key })).body.response.map(
          ({ name }: { name: string }) => name,
        );
      assert.deepEqual(await names('in_use=false'), ['note.txt', 'sea.png']);
      assert.deepEqual(await names('in_use=true'), []);
      const [{ reference }] = (await api.call('GET /uploads?kind=image', { key: ada.key })).body.response;
      await send('POST /user/profile', { avatar: reference });
      assert.deepEqual(await names('in_use=false'), ['note.txt']);
      assert.deepEqual(await names('in_use=true'), ['sea.png']);
      assert.deepEqual(await names('in_use=true&kind=file'), []);
      const { meta } = (await api.call('GET /uploads?in_use=false&kind=file', { key: ada.key })).body;
      assert.equal(meta.total, 1);
      assert.equal(meta.first_page_url, 'https://links.example/api/v1/uploads?page=1&kind=file&in_use=false');
      assert.equal((await api.call('GET /uploads?in_use=maybe', { key: ada.key })).status, 422);
    });
  });
}
