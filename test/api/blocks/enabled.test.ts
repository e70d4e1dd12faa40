// A block that is switched off: what visitors, the owner and the page document see of it, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { blockTypes } from '../../../contract/vocabulary.ts';
import { enginesOf } from '../../support/engines.ts';
import { type BlockClient, openBlockClient } from './block-client.ts';
import { drafts } from './block-drafts.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

for (const engine of enginesOf(import.meta.url)) {
  describe(`A block that is off, on ${engine.name}`, () => {
    let client: BlockClient;
    before(async () => {
      client = await openBlockClient(engine);
      await client.postOk('/user/social', { instagram: 'ada' });
    });
    after(() => client.api.close());

    const visit = (url: string) => client.api.app.inject({ url, headers: { 'user-agent': FIREFOX } });
    const set = (id: number, enabled: boolean | null) => client.postOk(`/blocks/${id}`, { settings: { enabled } });

    for (const type of blockTypes) {
      it(`is not on the page: ${type}`, async () => {
        const id = await client.create({ block: type, ...drafts[type] });
        const settings = drafts[type].settings ?? null;
        assert.deepEqual((await client.read(id)).settings, settings);
        assert.match(await client.page('ada'), new RegExp(`id="b${id}"`));

        await set(id, false);
        assert.deepEqual((await client.read(id)).settings, { ...settings, enabled: false });
        assert.doesNotMatch(await client.page('ada'), new RegExp(`id="b${id}"|class="b b-${type}"`));

        await set(id, null);
        assert.deepEqual((await client.read(id)).settings, settings ?? {});
        assert.match(await client.page('ada'), new RegExp(`id="b${id}"`));
        await client.postOk(`/blocks/${id}/delete`);
      });
    }

    it('is off from its creation, if asked for', async () => {
      const id = await client.create({ block: 'faq', settings: { enabled: false }, items: drafts.faq.items });
      assert.doesNotMatch(await client.page('ada'), /How long\?/);
      const wrong = await client.post(`/blocks/${id}`, { settings: { enabled: 'no' } });
      assert.deepEqual(wrong.body.errors, {
        'settings.enabled': ['The field settings.enabled must be true or false.'],
      });
    });

    it('has links that answer like those of hidden items, and count nothing', async () => {
      const { key } = client.ada;
      const item = { content: { caption: 'Shop' }, link: 'https://shop.example/' };
      const { id, items } = await client.postOk('/blocks', { block: 'links', items: [item] });
      assert.equal((await visit('/ada/shop')).statusCode, 302);
      const state = async () => (await client.api.call(`GET /links/${items[0].id}`, { key })).body.response.state;
      assert.equal(await state(), 'on');

      await set(id, false);
      const off = await visit('/ada/shop');
      assert.deepEqual([off.statusCode, off.headers.location], [404, undefined]);
      assert.match(off.payload, /This link is switched off/);
      assert.equal(await state(), 'off');
      const listed = await client.api.call('GET /links', { key });
      assert.deepEqual(
        listed.body.response.map((link: { slug: string; state: string }) => [link.slug, link.state]),
        [['shop', 'off']],
      );
      assert.doesNotMatch(await client.page('ada'), /shop\.example/);

      await set(id, true);
      assert.equal((await visit('/ada/shop')).headers.location, 'https://shop.example/');
      await client.api.visits.aggregateAll();
      const clicks = await client.api.call('GET /analytics/clicks/shop', { key });
      assert.equal(clicks.body.response.getviews.visits, 2);
    });

    it('takes no form entries, and keeps those it has', async () => {
      const id = await client.create({ block: 'signup' });
      const path = `/ada/forms/${id}`;
      const send = (email: string) =>
        client.api.app.inject({ method: 'POST', url: path, payload: { email }, headers: { 'user-agent': FIREFOX } });
      assert.equal((await send('grace@example.com')).statusCode, 303);
      await set(id, false);
      assert.equal((await send('alan@example.com')).statusCode, 404);
      assert.equal((await visit(path)).statusCode, 404);
      assert.equal((await visit(`${path}/sent`)).statusCode, 404);
      const entries = await client.api.call(`GET /blocks/${id}/entries`, { key: client.ada.key });
      assert.deepEqual(
        entries.body.response.map(({ values }: { values: object }) => values),
        [{ email: 'grace@example.com' }],
      );
    });

    it('has no contact card', async () => {
      const id = await client.create({ block: 'contact_card', ...drafts.contact_card });
      assert.equal((await visit(`/ada/contact/${id}.vcf`)).statusCode, 200);
      await set(id, false);
      assert.equal((await visit(`/ada/contact/${id}.vcf`)).statusCode, 404);
    });

    it('gives the social profiles back to the header of the page', async () => {
      const id = await client.create({ block: 'social' });
      assert.doesNotMatch(await client.page('ada'), /class="me"/);
      await set(id, false);
      assert.match(await client.page('ada'), /class="me"/);
    });

    it('is in the page document', async () => {
      const bob = await client.api.account('bob');
      const blocks = [
        { block: 'map', content: { label: 'Here' }, settings: { enabled: false } },
        { block: 'divider', settings: { enabled: false, style: 'wave' } },
        { block: 'divider' },
      ];
      const document = {
        version: 1,
        blocks: [...blocks.slice(0, 2), { block: 'divider', settings: { enabled: true } }],
      };
      await client.postOk('/page/import', { document }, bob);
      const exported = await client.api.call('GET /page', { key: bob.key });
      assert.deepEqual(exported.body.response.blocks, blocks);
      const page = await client.page('bob');
      assert.equal(page.match(/class="b b-/g)?.length, 1);
      await client.postOk(
        '/page/import',
        { document: { version: 1, blocks: [{ block: 'map', content: { label: 'Here' } }] } },
        bob,
      );
      assert.match(await client.page('bob'), /b-map/);
    });
  });
}
