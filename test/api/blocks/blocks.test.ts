import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertBlock, insertBlockItem } from '../../../server/storage/page/blocks.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const dated = { created_at: NOON, updated_at: NOON };
const bare = { name: null, subheading: null, content: null, settings: null, ...dated };

for (const engine of enginesOf(import.meta.url)) {
  describe(`Blocks on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let links: number;
    let gallery: number;

    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      await api.store.write(ada.id, async (tx) => {
        const [first, second, ...items] = await api.store.dialect.allocateIds(tx, 6);
        links = first!;
        gallery = second!;
        await insertBlock(tx, ada.id, { ...bare, id: links, block: 'links', name: 'My links', position: 2 });
        const withText = { name: 'Work', subheading: 'Recent', content: '"Hello"', settings: '{"columns":3}' };
        await insertBlock(tx, ada.id, { ...bare, ...withText, id: gallery, block: 'gallery', position: 1 });
        const item = { thumbnail: null, is_element: 0, element: null, settings: null, ...dated };
        const content = '{"caption":null}';
        // The order of this list is neither that of the ids nor that of the positions, which repeat.
        await insertBlockItem(tx, ada.id, {
          ...item,
          content,
          id: items[0]!,
          block_id: links,
          list_order: 2,
          link: 'https://example.com/b',
          position: 7,
        });
        await insertBlockItem(tx, ada.id, {
          ...item,
          content,
          id: items[1]!,
          block_id: links,
          list_order: 1,
          link: 'https://example.com/a',
          position: 7,
        });
        await insertBlockItem(tx, ada.id, {
          ...item,
          id: items[2]!,
          block_id: gallery,
          list_order: 1,
          link: null,
          content: '{"caption":"A vase","alt":"A blue vase"}',
          thumbnail: 'https://links.example/vase.webp',
          is_element: 1,
          element: '{"kind":"picture"}',
          settings: '{"frame":true}',
          position: 0,
        });
      });
    });
    after(() => api.close());

    it('lists blocks by position with every field, and items in the order of their list', async () => {
      const { body } = await api.call('GET /blocks', { key: ada.key });
      assert.deepEqual(body.status, true);
      assert.deepEqual(
        body.response.map((block: { id: number }) => block.id),
        [gallery, links],
      );
      const at = '2026-11-15T12:00:00.123456Z';
      const [first, second] = body.response;
      const { items: pictures, ...block } = first;
      assert.deepEqual(block, {
        id: gallery,
        user: ada.id,
        block: 'gallery',
        name: 'Work',
        subheading: 'Recent',
        blocks: { content: 'Hello' },
        settings: { columns: 3 },
        position: 1,
        created_at: at,
        updated_at: at,
      });
      assert.deepEqual(pictures, [
        {
          id: pictures[0].id,
          block_id: gallery,
          thumbnail: 'https://links.example/vase.webp',
          is_element: 1,
          element: { kind: 'picture' },
          link: null,
          content: { caption: 'A vase', alt: 'A blue vase' },
          settings: { frame: true },
          position: 0,
          created_at: at,
          updated_at: at,
        },
      ]);
      assert.equal(second.blocks, null);
      assert.equal(second.settings, null);
      assert.deepEqual(
        second.items.map((item: { link: string; position: number }) => [item.link, item.position]),
        [
          ['https://example.com/a', 7],
          ['https://example.com/b', 7],
        ],
      );
    });

    it('returns a working URL for a missing thumbnail', async () => {
      const { body } = await api.call(`GET /blocks/${links}`, { key: ada.key });
      const { thumbnail, id } = body.response.items[0];
      assert.equal(thumbnail, `https://links.example/pictures/thumbnail/${id}.svg`);
      const picture = await api.app.inject({ url: new URL(thumbnail).pathname });
      assert.equal(picture.statusCode, 200);
      assert.match(String(picture.headers['content-type']), /^image\//);
    });

    it('returns one block with its items', async () => {
      const { status, body } = await api.call(`GET /blocks/${gallery}`, { key: ada.key });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['status', 'response']);
      assert.equal(body.response.id, gallery);
      assert.equal(body.response.items.length, 1);
    });

    it('answers 404 for an unknown or malformed id, and for another account’s block', async () => {
      const bob = await api.account('bob');
      const foreign = await api.call(`GET /blocks/${links}`, { key: bob.key });
      const unknown = await api.call('GET /blocks/999999999', { key: bob.key });
      assertError(foreign, 404, 'not_found');
      assert.deepEqual(foreign.body, unknown.body);
      for (const id of ['0', '-1', '1.5', 'abc', '007', '9007199254740993', '1e3', '%00', 'null']) {
        assertError(await api.call(`GET /blocks/${id}`, { key: ada.key }), 404, 'not_found');
      }
      assert.deepEqual((await api.call('GET /blocks', { key: bob.key })).body.response, []);
    });
  });
}
