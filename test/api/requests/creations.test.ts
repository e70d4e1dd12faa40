// The response of a creation: ids and slugs of the new records, their location, and the reference of an upload.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { png, text, uploadCalls } from '../../support/upload-form.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Creations on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
      api.call(`POST ${path}`, { key: ada.key, json, headers });
    const read = async (path: string) => (await api.call(`GET ${path}`, { key: ada.key })).body.response;
    const uploads = uploadCalls(() => api);

    it('of blocks and items return the ids and slugs of all new records, also when repeated', async () => {
      const items = [
        { link: 'https://example.com/', content: { caption: 'Order an arm' } },
        { content: { caption: 'No link' } },
        { link: 'https://example.com/2', slug: 'second' },
      ];
      const once = { 'idempotency-key': 'block' };
      const created = await post('/blocks', { block: 'links', items }, once);
      const { id } = created.body.response;
      const made = (await read(`/blocks/${id}`)).items.map((item: { id: number }) => item.id);
      assert.deepEqual(created.body.response, {
        id,
        items: [
          { id: made[0], slug: 'order-an-arm' },
          { id: made[1], slug: null },
          { id: made[2], slug: 'second' },
        ],
        message: 'The block was added.',
      });
      assert.equal(created.headers.location, `/api/v1/blocks/${id}`);
      assert.equal((await read(`/links/${made[2]}`)).slug, 'second');
      await post(`/links/${made[2]}`, { slug: 'another' });
      const again = await post('/blocks', { block: 'links', items }, once);
      assert.equal(again.text, created.text);
      assert.equal(again.headers.location, created.headers.location);

      const copy = await post(`/blocks/${id}/duplicate`, {});
      assert.deepEqual(
        copy.body.response.items.map(({ slug }: { slug: string | null }) => slug),
        ['order-an-arm-2', null, 'example-com'],
      );
      assert.equal(copy.headers.location, `/api/v1/blocks/${copy.body.response.id}`);

      const item = await post(`/blocks/${id}/items`, { link: 'https://example.com/', content: { caption: 'Fresh' } });
      const { id: itemId } = item.body.response;
      assert.deepEqual(item.body.response, { id: itemId, slug: 'fresh', message: 'The item was added.' });
      assert.equal(item.headers.location, `/api/v1/blocks/${id}/items/${itemId}`);
      const second = await post(`/blocks/${id}/items/${itemId}/duplicate`, {});
      assert.equal(second.body.response.slug, 'fresh-2');
      assert.equal(second.headers.location, `/api/v1/blocks/${id}/items/${second.body.response.id}`);
      const plain = await post(`/blocks/${id}/items`, {});
      assert.equal(plain.body.response.slug, null);
    });

    it('of pixels keep their response, and send a Location', async () => {
      const headers = { 'idempotency-key': 'pixel' };
      const fields = { name: 'Shop', type: 'facebook', pixel_id: '1' };
      const first = await post('/pixels', fields, headers);
      const { id } = first.body.response;
      assert.equal(first.text, `{"status":true,"response":{"id":${id},"message":"The pixel was saved."}}`);
      assert.equal(first.headers.location, `/api/v1/pixels/${id}`);
      const second = await post('/pixels', fields, headers);
      assert.equal(second.text, first.text);
      assert.equal(second.headers['idempotency-replayed'], 'true');
      assert.equal(second.headers.location, `/api/v1/pixels/${id}`);
    });

    it('by a document return the ids and slugs of new records, and none in a dry run', async () => {
      const document = {
        version: 1,
        blocks: [
          { block: 'heading', name: 'Read' },
          { block: 'links', items: [{ caption: 'Notes', link: 'https://example.com/notes' }, { caption: 'None' }] },
        ],
        pixels: [{ name: 'New', type: 'quora', pixel_id: 'q1' }],
      };
      const dry = await post('/page/import', { document, mode: 'add', dry_run: true });
      assert.deepEqual([dry.body.response.summary.add, dry.body.response.created], [3, []]);

      const there = await read('/blocks?results_per_page=100');
      const { body } = await post('/page/import', { document, mode: 'add' });
      const blocks = (await read('/blocks?results_per_page=100')).slice(there.length);
      const pixels = await read('/pixels');
      const at = there.length;
      assert.deepEqual(body.response.created, [
        { what: 'block', id: blocks[0].id, path: `blocks.${at}`, slug: null },
        { what: 'block', id: blocks[1].id, path: `blocks.${at + 1}`, slug: null },
        { what: 'item', id: blocks[1].items[0].id, path: `blocks.${at + 1}.items.0`, slug: 'notes' },
        { what: 'item', id: blocks[1].items[1].id, path: `blocks.${at + 1}.items.1`, slug: null },
        { what: 'pixel', id: pixels.at(-1).id, path: `pixels.${pixels.length - 1}`, slug: null },
      ]);
      assert.deepEqual((await post('/page/import', { document: await read('/page') })).body.response.created, []);
    });

    it('of uploads return a reference that blocks, sections, links and documents accept', async () => {
      const picture = await png('#123456');
      const saved = await uploads.post(ada, ['file', picture, 'a.png']);
      const { id, url, reference } = saved.body.response;
      assert.equal(reference, `upload:${hash('sha256', picture)}/120x60.webp`);
      assert.equal(saved.headers.location, `/api/v1/uploads/${id}`);
      assert.equal((await read(`/uploads/${id}`)).reference, reference);
      const { reference: file, url: fileUrl } = (await uploads.post(ada, text('Plain words'))).body.response;

      for (const [section, json, address] of [
        ['profile', { avatar: reference }, (record: { avatar: string }) => record.avatar],
        ['seo', { opengraph_image: reference }, (record: { opengraph_image: string }) => record.opengraph_image],
        [
          'background',
          { settings: { image: { image: reference } } },
          // biome-ignore lint/suspicious/noExplicitAny: a record of any section
          (record: any) => record.settings.image.image,
        ],
      ] as const) {
        const { status, text } = await post(`/user/${section}`, json);
        assert.equal(status, 200, text);
        assert.equal(address(await read(`/user/${section}`)), url);
      }

      const item = { thumbnail: reference, link: file };
      const { body } = await post('/blocks', { block: 'file', items: [item] });
      const block = await read(`/blocks/${body.response.id}`);
      assert.deepEqual([block.items[0].thumbnail, block.items[0].link], [url, fileUrl]);
      assert.equal((await post(`/blocks/${block.id}/items/${block.items[0].id}`, { link: reference })).status, 200);
      assert.equal((await read(`/links/${block.items[0].id}`)).url, url);
      assert.equal((await post(`/links/${block.items[0].id}`, { url: file })).status, 200);
      assert.equal((await read(`/links/${block.items[0].id}`)).url, fileUrl);

      const document = {
        version: 1,
        profile: { avatar: reference },
        blocks: [{ block: 'image', items: [{ thumbnail: reference, link: file }] }],
      };
      const imported = await post('/page/import', { document });
      assert.equal(imported.status, 200, imported.text);
      assert.deepEqual((await read('/page')).profile, { avatar: reference });
      const [image] = await read('/blocks');
      assert.deepEqual([image.items[0].thumbnail, image.items[0].link], [url, fileUrl]);
    });

    it('reject a reference to a missing upload, another account’s or one of another kind', async () => {
      const bob = await api.account('bob');
      const { reference } = (await uploads.post(bob, ['file', await png('#654321'), 'b.png'])).body.response;
      const { reference: words } = (await uploads.post(ada, text('More words'))).body.response;
      const nothing = `upload:${'0'.repeat(64)}/120x60.webp`;
      for (const avatar of [reference, nothing, words, 'upload:', `${reference}/..`]) {
        assertError(await post('/user/profile', { avatar }), 422, 'invalid');
        assertError(await post('/blocks', { block: 'links', items: [{ thumbnail: avatar }] }), 422, 'invalid');
      }
      for (const link of [reference, nothing, 'upload:x']) {
        const answer = await post('/blocks', { block: 'links', items: [{ link }] });
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), ['items.0.link']);
      }
    });
  });
}
