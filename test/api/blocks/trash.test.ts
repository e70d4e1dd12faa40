// Deleted blocks and items come back as they were, for 30 days.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { DAY } from '../../../contract/time.ts';
import { findTrash, putTrash } from '../../../server/storage/page/trash.ts';
import { type Account, type Api, assertError, NOON } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { png, uploadCalls } from '../../support/upload-form.ts';
import { type BlockClient, type Json, openBlockClient } from './block-client.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const link = (caption: string, more: Json = {}) => ({
  content: { caption },
  link: `https://example.com/${caption}`,
  ...more,
});

for (const engine of enginesOf(import.meta.url)) {
  describe(`The trash on ${engine.name}`, () => {
    let client: BlockClient;
    let api: Api;
    let kim: Account;
    let accounts = 0;
    before(async () => {
      client = await openBlockClient(engine);
      api = client.api;
    });
    beforeEach(async () => {
      api.clock.now = NOON;
      accounts += 1;
      kim = await api.account(`kim${accounts}`);
    });
    after(() => api.close());

    const uploads = uploadCalls(() => api);
    const post = (path: string, json?: Json) => client.post(path, json, {}, kim);
    const done = (path: string, json?: Json) => client.postOk(path, json, kim);
    const list = () => client.list(kim);
    const follow = async (slug: string) => {
      const { statusCode, headers } = await api.app.inject({ url: `/${kim.username}/${slug}`, headers: browser });
      return statusCode === 302 ? headers.location : statusCode;
    };
    const clicks = async (slug: string) => {
      await api.visits.aggregateAll();
      const { body } = await api.call('GET /analytics/clicks', { key: kim.key });
      return body.response.links[slug]?.visits;
    };
    const subscribe = async (form: number, email: string) => {
      const { statusCode } = await api.app.inject({
        method: 'POST',
        url: `/${kim.username}/forms/${form}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ email }).toString(),
      });
      return statusCode;
    };
    const entries = async (form: number) => (await api.call(`GET /blocks/${form}/entries`, { key: kim.key })).body;
    const activity = async () => (await api.call('GET /activities', { key: kim.key })).body.response[0];
    const rowsIn = async (table: 'form_entry' | 'trash') =>
      (await api.store.read.selectFrom(table).selectAll().where('account_id', '=', kim.id).execute()).length;

    it('restores a block with its ids, slugs, clicks and position', async () => {
      await done('/blocks', { block: 'heading', name: 'First' });
      const { id, items } = await done('/blocks', {
        block: 'links',
        name: 'Shop',
        items: [link('a', { slug: 'old' }), link('b', { slug: 'b' })],
      });
      await done(`/links/${items[0].id}`, { slug: 'new' });
      await done('/blocks', { block: 'divider' });
      for (const slug of ['new', 'old']) assert.equal(await follow(slug), 'https://example.com/a');
      assert.equal(await clicks('new'), 2);
      const before = await list();

      assert.equal(await done(`/blocks/${id}/delete`), 'The block was deleted.');
      assert.deepEqual(
        (await list()).map((block) => block.block),
        ['heading', 'divider'],
      );
      assert.doesNotMatch(await client.page(kim.username), /Shop/);
      for (const slug of ['new', 'old', 'b']) assert.equal(await follow(slug), 410);

      const restored = await post(`/blocks/${id}/restore`);
      assert.deepEqual(restored.body.response, { id, message: 'The block was restored.' });
      const got = await api.call(`GET /blocks/${id}`, { key: kim.key });
      assert.equal(restored.headers.etag, got.headers.etag);
      assert.deepEqual(await list(), before);
      for (const slug of ['new', 'old']) assert.equal(await follow(slug), 'https://example.com/a');
      assert.equal(await follow('b'), 'https://example.com/b');
      assert.equal(await clicks('new'), 4);
      const { type, message } = await activity();
      assert.deepEqual([type, message], ['block_restored', 'The block "Shop" was restored.']);
      assertError(await post(`/blocks/${id}/restore`), 404, 'not_found');
      assert.equal(await rowsIn('trash'), 0);
    });

    it('restores an item with its id, slug, clicks and position', async () => {
      const { id, items } = await done('/blocks', {
        block: 'links',
        items: [link('a'), link('b', { element: { description: 'Second' } }), link('c')],
      });
      assert.equal(await follow('b'), 'https://example.com/b');
      const before = await client.read(id, kim);
      const path = `/blocks/${id}/items/${items[1].id}`;
      await done(`${path}/delete`);
      assert.equal(await follow('b'), 410);
      assert.deepEqual((await client.read(id, kim)).items.length, 2);

      assert.deepEqual(await done(`${path}/restore`), { id: items[1].id, message: 'The item was restored.' });
      assert.deepEqual((await client.read(id, kim)).items, before.items);
      assert.equal(await follow('b'), 'https://example.com/b');
      assert.equal(await clicks('b'), 2);
      const { type, message } = await activity();
      assert.deepEqual([type, message], ['item_restored', 'An item of the block of type links was restored.']);
      assertError(await post(`${path}/restore`), 404, 'not_found');
    });

    it('restores several blocks and items to their order, whichever comes first', async () => {
      const ids: number[] = [];
      for (const name of ['a', 'b', 'c', 'd']) ids.push(await client.create({ block: 'heading', name }, kim));
      const order = async () => (await list()).map(({ name }) => name).join('');
      for (const again of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
      ]) {
        for (const index of [0, 1, 2]) await done(`/blocks/${ids[index]}/delete`);
        assert.equal(await order(), 'd');
        for (const index of again) await done(`/blocks/${ids[index]}/restore`);
        assert.equal(await order(), 'abcd');
      }
      await done(`/blocks/${ids[1]}/delete`);
      await done('/blocks/reorder', { order: [ids[3], ids[2], ids[0]] });
      await done(`/blocks/${ids[1]}/restore`);
      assert.equal(await order(), 'dbca');

      const { id, items } = await done('/blocks', { block: 'links', items: [link('x'), link('y'), link('z')] });
      for (const { id: item } of items) await done(`/blocks/${id}/items/${item}/delete`);
      await done(`/blocks/${id}/items`, link('w'));
      for (const { id: item } of items) await done(`/blocks/${id}/items/${item}/restore`);
      const captions = (await client.read(id, kim)).items.map((item: Json) => item.content.caption).join('');
      assert.equal(captions, 'xyzw');
    });

    it('keeps form entries out of sight, and restores them', async () => {
      const form = await client.create({ block: 'signup', name: 'News' }, kim);
      for (const email of ['a@example.com', 'b@example.com']) assert.equal(await subscribe(form, email), 303);
      const before = await entries(form);
      assert.equal(before.meta.total, 2);
      await done(`/blocks/${form}/delete`);
      assert.equal(await subscribe(form, 'c@example.com'), 404);
      assert.equal((await api.call(`GET /blocks/${form}/entries`, { key: kim.key })).status, 404);
      await done(`/blocks/${form}/restore`);
      assert.deepEqual(await entries(form), before);
      assert.equal(await subscribe(form, 'c@example.com'), 303);
      assert.equal((await entries(form)).meta.total, 3);

      // Entries that were deleted do not come back.
      await done(`/blocks/${form}/entries/delete`);
      await done(`/blocks/${form}/delete`);
      assert.equal(await rowsIn('form_entry'), 0);
      await done(`/blocks/${form}/restore`);
      assert.equal((await entries(form)).meta.total, 0);
    });

    it('restores a form that an import removed, with its entries', async () => {
      const form = await client.create({ block: 'signup', name: 'News' }, kim);
      await subscribe(form, 'a@example.com');
      const { warnings } = await done('/page/import', { document: { version: 1 } });
      assert.deepEqual(warnings, ['1 entry of the form "News" was deleted.']);
      assert.deepEqual(await list(), []);
      await done(`/blocks/${form}/restore`);
      assert.equal((await entries(form)).meta.total, 1);
      assert.equal((await list())[0].name, 'News');
    });

    it('erases everything after 30 days', async () => {
      const form = await client.create({ block: 'signup' }, kim);
      await subscribe(form, 'a@example.com');
      const { id, items } = await done('/blocks', { block: 'links', items: [link('a')] });
      await done(`/blocks/${form}/delete`);
      await done(`/blocks/${id}/items/${items[0].id}/delete`);
      api.clock.now = NOON + 30 * DAY;
      await api.upkeep();
      assert.deepEqual([await rowsIn('form_entry'), await rowsIn('trash')], [1, 2]);
      api.clock.now = NOON + 30 * DAY + 1;
      await api.upkeep();
      assert.deepEqual([await rowsIn('form_entry'), await rowsIn('trash')], [0, 0]);
      assertError(await post(`/blocks/${form}/restore`), 404, 'not_found');
      assertError(await post(`/blocks/${id}/items/${items[0].id}/restore`), 404, 'not_found');
    });

    it('keeps the last 200, and the entries of an account within their limit', async () => {
      const form = await client.create({ block: 'signup' }, kim);
      await subscribe(form, 'a@example.com');
      await done(`/blocks/${form}/delete`);
      const deleteOne = async () => {
        api.clock.now += 1;
        const id = await client.create({ block: 'divider' }, kim);
        await done(`/blocks/${id}/delete`);
        return id;
      };
      const second = await deleteOne();
      // Copies of it, in place of 197 more deletions.
      await api.store.write(kim.id, async (tx) => {
        const row = (await findTrash(tx, kim.id, second))!;
        for (const id of await api.store.dialect.allocateIds(tx, 197)) {
          await putTrash(tx, kim.id, { ...row, id, deleted_at: api.clock.now });
        }
      });
      await deleteOne();
      assert.deepEqual([await rowsIn('trash'), await rowsIn('form_entry')], [200, 1]);
      await deleteOne();
      assert.deepEqual([await rowsIn('trash'), await rowsIn('form_entry')], [200, 0]);
      assertError(await post(`/blocks/${form}/restore`), 404, 'not_found');
      await done(`/blocks/${second}/restore`);
    });

    it('rejects a restore beyond the limits of blocks and items', async () => {
      const captions = ['a', ...Array.from({ length: 99 }, (_, index) => `i${index}`)];
      const { id, items } = await done('/blocks', { block: 'links', items: captions.map((caption) => link(caption)) });
      const blocks = await Promise.all([1, 2].map(() => client.create({ block: 'heading' }, kim)));
      await done(`/blocks/${blocks[0]}/delete`);
      const dividers = Array(98).fill({ block: 'divider' });
      await done('/page/import', { document: { version: 1, blocks: dividers }, mode: 'add' });
      const full = await post(`/blocks/${blocks[0]}/restore`);
      assertError(full, 422, 'invalid');
      assert.deepEqual(full.body.errors, { block_id: ['A page may have at most 100 blocks; delete one first.'] });
      await done(`/blocks/${blocks[1]}/delete`);
      await done(`/blocks/${blocks[0]}/restore`);

      await done(`/blocks/${id}/items/${items[0].id}/delete`);
      await done(`/blocks/${id}/items`, link('one more'));
      const crowded = await post(`/blocks/${id}/items/${items[0].id}/restore`);
      assertError(crowded, 422, 'invalid');
      assert.deepEqual(crowded.body.errors, { block_id: ['A block may have at most 100 items; delete one first.'] });
      assert.equal(await follow('a'), 410);
    });

    it('asks for the block first if the block of an item is deleted too', async () => {
      const { id, items } = await done('/blocks', { block: 'links', items: [link('a'), link('b')] });
      await done(`/blocks/${id}/items/${items[0].id}/delete`);
      await done(`/blocks/${id}/delete`);
      for (const { id: item } of items) {
        const early = await post(`/blocks/${id}/items/${item}/restore`);
        assertError(early, 422, 'invalid');
        assert.deepEqual(early.body.errors, {
          block_id: ['The block of this item is in the trash; restore the block first.'],
        });
      }
      const other = await client.create({ block: 'links' }, kim);
      assertError(await post(`/blocks/${other}/items/${items[0].id}/restore`), 404, 'not_found');
      await done(`/blocks/${id}/restore`);
      await done(`/blocks/${id}/items/${items[0].id}/restore`);
      const captions = (await client.read(id, kim)).items.map((item: Json) => item.content.caption).join('');
      assert.equal(captions, 'ab');
    });

    it('leaves slugs with the links that took them, and items that are back already', async () => {
      const { id, items } = await done('/blocks', {
        block: 'links',
        items: [link('a', { slug: 'taken' }), link('b', { slug: 'again' }), link('c')],
      });
      const other = await done('/blocks', { block: 'links', items: [link('d')] });
      await done(`/blocks/${id}/delete`);
      await done(`/links/${other.items[0].id}`, { slug: 'taken' });
      const again = await done(`/blocks/${other.id}/items`, link('e', { slug: 'again' }));
      assert.equal(again.id, items[1].id, 'an item with the slug of a deleted link is that link');

      await done(`/blocks/${id}/restore`);
      const captions = (await client.read(id, kim)).items.map((item: Json) => item.content.caption).join('');
      assert.equal(captions, 'ac');
      assert.deepEqual(
        [await follow('taken'), await follow('again'), await follow('a'), await follow('c')],
        ['d', 'e', 'a', 'c'].map((name) => `https://example.com/${name}`),
      );
      await done(`/blocks/${other.id}/items/${again.id}/delete`);
      await done(`/blocks/${other.id}/items`, link('f', { slug: 'again' }));
      assertError(await post(`/blocks/${other.id}/items/${again.id}/restore`), 404, 'not_found');
    });

    it('takes slugs back from links that are deleted too, unless visitors have followed them', async () => {
      const { id } = await done('/blocks', {
        block: 'links',
        items: [link('a', { slug: 'followed' }), link('b', { slug: 'unfollowed' }), link('c', { slug: 'former' })],
      });
      const other = await done('/blocks', { block: 'links', items: [link('d'), link('e'), link('f')] });
      await done(`/blocks/${id}/delete`);
      for (const [index, slug] of ['followed', 'unfollowed', 'former'].entries()) {
        await done(`/links/${other.items[index].id}`, { slug });
      }
      await done(`/links/${other.items[2].id}`, { slug: 'later' });
      for (const slug of ['followed', 'later']) {
        assert.match(String(await follow(slug)), /^https:/);
        assert.equal(await clicks(slug), 1);
      }
      await done(`/blocks/${other.id}/delete`);

      await done(`/blocks/${id}/restore`);
      for (const slug of ['followed', 'later']) assert.equal(await follow(slug), 410);
      for (const [slug, name] of [
        ['a', 'a'],
        ['unfollowed', 'b'],
        ['former', 'c'],
      ] as const) {
        assert.equal(await follow(slug), `https://example.com/${name}`);
      }
    });

    it('keeps uploads as long, and draws a picture instead of one that was deleted', async () => {
      const kept = await uploads.posted(kim, ['file', await png('#111213'), 'kept.png']);
      const { id, items } = await done('/blocks', {
        block: 'links',
        items: [link('a', { thumbnail: kept.url })],
      });
      await done(`/blocks/${id}/delete`);
      const sweep = () => api.runJob('unused-uploads');
      for (const days of [2, 8, 29]) {
        api.clock.now = NOON + days * DAY;
        await sweep();
      }
      await done(`/blocks/${id}/restore`);
      const [shown] = (await client.read(id, kim)).items;
      assert.equal(shown.thumbnail, kept.url);
      assert.equal((await uploads.served(kept.url)).status, 200);

      await done(`/blocks/${id}/delete`);
      assert.equal((await uploads.remove(kim, kept.id)).status, 200);
      await done(`/blocks/${id}/restore`);
      const [drawn] = (await client.read(id, kim)).items;
      assert.equal(drawn.thumbnail, `https://links.example/pictures/thumbnail/${items[0].id}.svg`);
    });

    it('is not open to other accounts or read-only keys', async () => {
      const { id, items } = await done('/blocks', { block: 'links', items: [link('a')] });
      await done(`/blocks/${id}/items/${items[0].id}/delete`);
      const paths = [`/blocks/${id}/items/${items[0].id}/restore`, `/blocks/${id}/restore`];
      const { key } = await api.keyFor(kim, { scope: 'read' });
      assertError(await api.call(`POST ${paths[0]}`, { key }), 403, 'forbidden');
      await done(`/blocks/${id}/delete`);
      assertError(await api.call(`POST ${paths[1]}`, { key }), 403, 'forbidden');
      for (const path of paths) assertError(await client.post(path), 404, 'not_found');
    });

    it('restores once, however many ask at the same time', async () => {
      const id = await client.create({ block: 'links', items: [link('a')] }, kim);
      await done(`/blocks/${id}/delete`);
      const answers = await Promise.all(Array.from({ length: 5 }, () => post(`/blocks/${id}/restore`)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404, 404, 404]);
      assert.equal((await client.read(id, kim)).items.length, 1);
    });
  });
}
