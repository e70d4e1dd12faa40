// Blocks as an API client creates, edits, orders, duplicates and deletes them, and how the page shows it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { type BlockClient, type Json, openBlockClient } from './block-client.ts';
import { drafts } from './block-drafts.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Writing blocks on ${engine.name}`, () => {
    let api: Api;
    let client: BlockClient;
    before(async () => {
      client = await openBlockClient(engine);
      api = client.api;
    });
    after(() => api.close());

    it('changes the fields sent, keeps the rest, and resets a field to its default with null', async () => {
      const id = await client.create({ block: 'contact_form', ...drafts.contact_form, name: '  Write \u00a0' });
      assert.equal((await client.read(id)).name, 'Write');
      await client.postOk(`/blocks/${id}`, {
        subheading: 'Soon',
        blocks: { content: { button: null, thanks: 'Cheers.' } },
      });
      const { name, subheading, blocks, created_at } = await client.read(id);
      const { button: _, ...content } = drafts.contact_form.blocks.content;
      assert.deepEqual([name, subheading, blocks.content], ['Write', 'Soon', { ...content, thanks: 'Cheers.' }]);
      api.clock.now += 1_000_000;
      const one = [{ name: 'only', label: 'Only', type: null }];
      await client.postOk(`/blocks/${id}`, {
        name: null,
        blocks: { content: { fields: one } },
        id: 1,
      });
      const changed = await client.read(id);
      assert.deepEqual(changed.blocks.content.fields, [{ name: 'only', label: 'Only' }]);
      assert.equal(changed.name, null);
      assert.equal(changed.created_at, created_at);
      assert.notEqual(changed.updated_at, created_at);
      await client.postOk(`/blocks/${id}`, { blocks: null });
      assert.equal((await client.read(id)).blocks, null);
    });

    it('inserts a block at a position, moves it, and reorders all blocks', async () => {
      const eve = await api.account('eve');
      const ids: number[] = [];
      for (const name of ['a', 'b', 'c']) ids.push(await client.create({ block: 'heading', name }, eve));
      const order = async () => (await client.list(eve)).map(({ name, position }) => `${name}${position}`).join(' ');
      assert.equal(await order(), 'a1 b2 c3');
      await client.create({ block: 'heading', name: 'd', position: 2 }, eve);
      assert.equal(await order(), 'a1 d2 b3 c4');
      await client.postOk(`/blocks/${ids[0]}`, { position: 3 }, eve);
      assert.equal(await order(), 'd1 b2 a3 c4');
      await client.postOk(`/blocks/${ids[0]}`, { position: 1000 }, eve);
      assert.equal(await order(), 'd1 b2 c3 a4');
      const reversed = (await client.list(eve)).map(({ id }) => id).reverse();
      await client.postOk('/blocks/reorder', { order: reversed }, eve);
      assert.equal(await order(), 'a1 c2 b3 d4');

      const [first, second, ...rest] = reversed;
      const foreign = await client.create({ block: 'divider' });
      for (const wrongOrder of [
        [first, ...rest],
        [...reversed, foreign],
        [first, first, ...rest],
      ]) {
        const answer = await client.post('/blocks/reorder', { order: wrongOrder }, {}, eve);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), ['order']);
        assert.match(answer.text, new RegExp(`${wrongOrder.includes(second) ? foreign : second} is (missing|unknown)`));
      }
      assertError(await client.post('/blocks/reorder', {}, {}, eve), 422, 'invalid');
      assertError(await client.post('/blocks/reorder', { order: ['x'] }, {}, eve), 422, 'invalid');
      assert.equal(await order(), 'a1 c2 b3 d4');
    });

    it('shows a change at the next request, and deletes a block with its form entries', async () => {
      const kim = await api.account('kim');
      const link = { content: { caption: 'The shop' }, link: 'https://example.com/shop' };
      const id = await client.create({ block: 'links', name: 'Before', items: [link] }, kim);
      assert.match(await client.page('kim'), /Before.*href="\/kim\/the-shop"/s);
      await client.postOk(`/blocks/${id}`, { name: 'Behind' }, kim);
      assert.match(await client.page('kim'), /Behind/);
      const form = await client.create({ block: 'signup' }, kim);
      await api.app.inject({
        method: 'POST',
        url: `/kim/forms/${form}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=a%40example.com',
      });
      assert.equal((await api.call(`GET /blocks/${form}/entries`, { key: kim.key })).body.meta.total, 1);

      for (const one of [id, form]) {
        assert.equal(await client.postOk(`/blocks/${one}/delete`, undefined, kim), 'The block was deleted.');
        for (const path of [`/blocks/${one}`, `/blocks/${one}/delete`, `/blocks/${one}/duplicate`]) {
          assertError(await client.post(path, {}, {}, kim), 404, 'not_found');
        }
      }
      assert.doesNotMatch(await client.page('kim'), /Behind|the-shop/);
      assert.equal((await api.app.inject({ url: '/kim/the-shop' })).statusCode, 410);
      assertError(await api.call(`GET /blocks/${form}/entries`, { key: kim.key }), 404, 'not_found');
      const { body } = await api.call('GET /activities?results_per_page=25', { key: kim.key });
      assert.deepEqual(
        body.response.slice(0, 5).map((one: Json) => one.type),
        ['block_deleted', 'block_deleted', 'block_created', 'block_updated', 'block_created'],
      );
    });

    it('inserts a duplicate right after the original, with its own items', async () => {
      const lea = await api.account('lea');
      const id = await client.create({ block: 'links', ...drafts.links }, lea);
      await client.create({ block: 'divider' }, lea);
      const copy = (await client.postOk(`/blocks/${id}/duplicate`, undefined, lea)).id;
      assert.deepEqual(
        (await client.list(lea)).map((block) => [block.block, block.position]),
        [
          ['links', 1],
          ['links', 2],
          ['divider', 3],
        ],
      );
      const [one, other] = [await client.read(id, lea), await client.read(copy, lea)];
      const alike = ({ items, ...block }: Json) => [
        block.name,
        block.settings,
        items.map((item: Json) => [item.content, item.link, item.element, item.settings, item.position]),
      ];
      assert.deepEqual(alike(other), alike(one));
      const shown = await client.page('lea');
      for (const path of ['order-an-arm', 'order-an-arm-2', 'write-to-the-workshop', 'write-to-the-workshop-2'])
        assert.match(shown, new RegExp(`href="/lea/${path}"`));
      await client.postOk(`/blocks/${copy}/delete`, undefined, lea);
      assert.deepEqual(await client.read(id, lea), one);
    });

    it('rejects a stale If-Match with 412 and changes nothing', async () => {
      const id = await client.create({ block: 'faq', items: [{ content: { caption: 'Why?' } }] });
      const etagOf = async (path: string) => (await api.call(`GET ${path}`, { key: client.ada.key })).headers.etag!;
      const first = await etagOf(`/blocks/${id}`);
      const changed = await client.post(`/blocks/${id}`, { name: 'One' }, { 'if-match': first });
      assert.equal(changed.status, 200);
      assert.equal(changed.headers.etag, await etagOf(`/blocks/${id}`));
      const before = await client.read(id);
      for (const path of [`/blocks/${id}`, `/blocks/${id}/delete`]) {
        assertError(await client.post(path, { name: 'Two' }, { 'if-match': first }), 412, 'precondition_failed');
      }
      assert.deepEqual(await client.read(id), before);
      const all = await etagOf('/blocks?results_per_page=100');
      const order = (await client.list()).map((block) => block.id).reverse();
      const sorted = await client.post('/blocks/reorder', { order }, { 'if-match': `"x", ${all}` });
      assert.equal(sorted.headers.etag, await etagOf('/blocks?results_per_page=100'));
      assertError(await client.post('/blocks/reorder', { order }, { 'if-match': all }), 412, 'precondition_failed');
      const deleted = await client.post(`/blocks/${id}/delete`, {}, { 'if-match': await etagOf(`/blocks/${id}`) });
      assert.equal(deleted.status, 200);
    });

    it('creates one block for two requests with the same Idempotency-Key', async () => {
      const headers = { 'idempotency-key': 'block-1' };
      const first = await client.post('/blocks', { block: 'divider' }, headers);
      const again = await client.post('/blocks', { block: 'divider' }, headers);
      assert.deepEqual(again.body, first.body);
      assert.equal(again.headers['idempotency-replayed'], 'true');
      assert.equal(
        first.headers.etag,
        (await api.call(`GET /blocks/${first.body.response.id}`, { key: client.ada.key })).headers.etag,
      );
      assertError(await client.post('/blocks', { block: 'social' }, headers), 422, 'invalid');
    });

    it('limits an account to 100 blocks of 100 items each', async () => {
      const max = await api.account('max');
      const items = Array.from({ length: 100 }, (_, at) => ({
        content: { caption: `Link ${at}` },
        link: `https://example.com/${at}`,
      }));
      for (let count = 0; count < 100; count += 1)
        await client.create({ block: 'links', ...(count < 2 ? { items } : {}) }, max);
      const [first] = await client.list(max);
      assertError(await client.post('/blocks', { block: 'divider' }, {}, max), 422, 'invalid');
      assertError(await client.post(`/blocks/${first.id}/duplicate`, {}, {}, max), 422, 'invalid');
      const full = await client.post(`/blocks/${first.id}/items`, items[0], {}, max);
      assertError(full, 422, 'invalid');
      assert.match(full.text, /at most 100 items/);
      assert.equal((await client.list(max)).length, 100);
    });

    it('answers 404 for blocks of another account', async () => {
      const bob = await api.account('bob');
      const id = await client.create({ block: 'divider' });
      const before = await client.list();
      for (const path of [
        `/blocks/${id}`,
        `/blocks/${id}/delete`,
        `/blocks/${id}/duplicate`,
        `/blocks/${id}/items`,
        `/blocks/${id}/items/reorder`,
      ]) {
        assertError(await client.post(path, { name: 5 }, {}, bob), 404, 'not_found');
      }
      assert.deepEqual(await client.list(), before);
      assert.deepEqual(await client.list(bob), []);
    });
  });
}
