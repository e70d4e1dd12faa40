// The activity log stores the kind and id of each activity's subject for internal use; the API does not return them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`The subjects of activities on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const post = async (path: string, json: unknown = {}) => {
      const { status, body, text } = await api.call(`POST ${path}`, { key: ada.key, json });
      assert.equal(status, 200, text);
      return body.response;
    };
    const stored = () =>
      api.store.read
        .selectFrom('activity')
        .select(['type', 'subject_kind', 'subject_id'])
        .where('account_id', '=', ada.id)
        .orderBy('id')
        .execute();

    it('are stored with each activity', async () => {
      const before = (await stored()).map(({ type, subject_kind }) => [type, subject_kind]);
      assert.deepEqual(before, [
        ['account_created', 'account'],
        ['key_created', 'key'],
      ]);
      const block = await post('/blocks', { block: 'links', items: [] });
      const item = await post(`/blocks/${block.id}/items`, {
        link: 'https://example.com/',
        content: { caption: 'Shop' },
      });
      await post(`/links/${item.id}`, { slug: 'store' });
      await post('/user/seo', { page_name: 'Ada' });
      await post('/user/username', { username: 'lovelace' });
      const pixel = await post('/pixels', { name: 'Q', type: 'quora', pixel_id: 'q-1' });
      await post(`/pixels/${pixel.id}/delete`);
      await post('/page/import', { document: { version: 1, blocks: [] } });
      const since = (await stored()).slice(2).map((row) => [row.type, row.subject_kind, row.subject_id]);
      assert.deepEqual(since, [
        ['block_created', 'block', block.id],
        ['block_updated', 'item', item.id],
        ['link_updated', 'item', item.id],
        ['profile_updated', 'page', ada.id],
        ['username_changed', 'account', ada.id],
        ['pixel_created', 'pixel', pixel.id],
        ['pixel_deleted', 'pixel', pixel.id],
        ['page_imported', 'page', ada.id],
      ]);
    });

    it('are not part of the response', async () => {
      const { body } = await api.call('GET /activities', { key: ada.key });
      const fields = ['id', 'user', 'type', 'message', 'ip', 'os', 'browser', 'created_at', 'updated_at'];
      for (const activity of body.response) assert.deepEqual(Object.keys(activity), fields);
    });
  });
}
