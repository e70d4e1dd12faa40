// Links and their slugs: how owners change them, and where they then lead visitors, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { renameAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Links on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
    });
    after(() => api.close());

    interface Given {
      slug?: string;
      settings?: object;
    }

    /** Creates an account with one block of links; returns the link ids by title. */
    async function owner(username: string, titles: Record<string, Given>) {
      const account = await api.account(username);
      const items = Object.entries(titles).map(([caption, given]) => ({
        link: `https://${username}.example/${caption}`,
        content: { caption },
        ...given,
      }));
      const made = await api.call('POST /blocks', { key: account.key, json: { block: 'links', items } });
      assert.equal(made.status, 200, made.text);
      const blockId = made.body.response.id as number;
      const block = await api.call(`GET /blocks/${blockId}`, { key: account.key });
      const ids = Object.fromEntries(
        block.body.response.items.map((item: { id: number; content: { caption: string } }) => [
          item.content.caption,
          item.id,
        ]),
      ) as Record<string, number>;
      return { ...account, blockId, ids };
    }

    const edit = (account: Account, id: number, json: object, headers: Record<string, string> = {}) =>
      api.call(`POST /links/${id}`, { key: account.key, json, headers });
    const link = async (account: Account, id: number) =>
      (await api.call(`GET /links/${id}`, { key: account.key })).body.response;
    const visit = (url: string) => api.app.inject({ url, headers: { 'user-agent': FIREFOX } });
    const clicks = async (account: Account, slug: string) => {
      await api.visits.aggregateAll();
      const { status, body } = await api.call(`GET /analytics/clicks/${slug}`, { key: account.key });
      return status === 200 ? body.response.getviews.visits : status;
    };

    it('are listed with their URLs and whether they are active', async () => {
      const ada = await owner('ada', {
        Shop: {},
        'Über uns': { settings: { enabled: false } },
        Soon: { settings: { from: '2026-11-16T00:00:00Z' } },
        Past: { settings: { to: '2026-11-15T00:00:00Z' } },
      });
      const { body } = await api.call('GET /links', { key: ada.key });
      assert.deepEqual(body.response[0], {
        id: ada.ids.Shop,
        user: ada.id,
        block_id: ada.blockId,
        slug: 'shop',
        former_slugs: [],
        url: 'https://ada.example/Shop',
        short_url: 'https://links.example/ada/shop',
        title: 'Shop',
        state: 'on',
        created_at: '2026-11-15T12:00:00.123456Z',
        updated_at: '2026-11-15T12:00:00.123456Z',
      });
      assert.deepEqual(
        body.response.map((one: { slug: string; state: string }) => [one.slug, one.state]),
        [
          ['shop', 'on'],
          ['uber-uns', 'off'],
          ['soon', 'early'],
          ['past', 'over'],
        ],
      );
      assert.equal(body.meta.total, 4);
      assertError(await api.call(`GET /links/${ada.blockId}`, { key: ada.key }), 404, 'not_found');
    });

    it('resolve by current and former slugs, and keep their counts', async () => {
      const bea = await owner('bea', { Shop: {}, Blog: {} });
      const id = bea.ids.Shop!;
      await visit('/bea/shop');
      const answer = await edit(bea, id, { slug: 'laden' });
      assert.deepEqual(answer.body.response, { id, message: 'The link was changed.' });
      await edit(bea, id, { slug: 'магазин' });
      const now = encodeURIComponent('магазин');
      assert.deepEqual((await link(bea, id)).former_slugs, ['laden', 'shop']);
      assert.equal((await link(bea, id)).short_url, `https://links.example/bea/${now}`);
      assert.match((await visit('/bea')).payload, new RegExp(`href="/bea/${now}"`));

      for (const path of ['/bea/shop', '/bea/laden', `/bea/${now}`]) {
        const followed = await visit(path);
        assert.deepEqual([followed.statusCode, followed.headers.location], [302, 'https://bea.example/Shop'], path);
        assert.equal(followed.headers['fingerpost-visit'], 'counted');
      }
      assert.equal((await visit('/bea/SHOP?a=1')).headers.location, `/bea/${now}?a=1`);
      const [, code] = / aria-label="([^"]*)"/.exec((await visit('/bea/shop/qr.svg')).payload)!;
      assert.equal(code, `QR code of https://links.example/bea/${now}`);
      await edit(bea, id, { url: 'https://new.example' });
      await api.call(`POST /blocks/${bea.blockId}/items/${id}`, {
        key: bea.key,
        json: { content: { caption: 'Store' } },
      });
      for (const slug of ['shop', 'laden', now]) assert.equal(await clicks(bea, slug), 4, slug);
      const { links } = (await api.call('GET /analytics/clicks', { key: bea.key })).body.response;
      assert.deepEqual(links, {
        blog: { visits: 0, unique: 0, link: 'https://bea.example/Blog' },
        магазин: { visits: 4, unique: 1, link: 'https://new.example/' },
      });

      await renameAccount(api.store, bea.id, 'beatrice', commandLine, NOON);
      assert.equal((await visit('/bea/laden')).headers.location, `/beatrice/${now}`);
      assert.equal((await visit('/beatrice/laden')).headers.location, 'https://new.example/');
      const [activity] = (await api.call('GET /activities?type=link_updated', { key: bea.key })).body.response;
      assert.equal(activity.message, 'The link "магазин" was changed.');
    });

    it('accept a slug that is free or was their own, and no other', async () => {
      const cleo = await owner('cleo', { One: {}, Two: {}, Three: { slug: 'drei' } });
      const { One: one, Two: two, Three: three } = cleo.ids as { One: number; Two: number; Three: number };
      assert.equal((await link(cleo, three)).slug, 'drei');
      await edit(cleo, one, { slug: 'eins' });
      for (const [slug, words] of [
        ['two', 'The slug "two" is taken by another link of this page.'],
        ['qr', 'The slug "qr" is reserved; choose another one.'],
        ['Zwei', /for example "zwei"/],
        ['zwei drei', /for example "zwei-drei"/],
        ['café', /for example "cafe"/],
        ['a--b', /for example "a-b"/],
        ['a/b', /for example "a-b"/],
        ['..', /for example "link"/],
        ['a\0b', /for example "a-b"/],
        ['\ud800', /for example "link"/],
        ['', /1 to 60/],
        ['x'.repeat(61), /1 to 60/],
        [7, /1 to 60/],
        [null, /1 to 60/],
      ] as const) {
        const answer = await edit(cleo, one, { slug });
        assertError(answer, 422, 'invalid');
        assert.match(answer.body.errors.slug[0], typeof words === 'string' ? new RegExp(words) : words);
      }
      const led = await edit(cleo, two, { slug: 'one' });
      assert.equal(led.body.errors.slug[0], 'The slug "one" still leads to the link "eins".');
      const both = await edit(cleo, two, { slug: 'eins', url: 'javascript:alert(1)', former_slugs: ['drei'] });
      assert.deepEqual(Object.keys(both.body.errors).sort(), ['former_slugs.0', 'slug', 'url']);
      assert.deepEqual([(await link(cleo, two)).slug, (await link(cleo, two)).former_slugs], ['two', []]);

      await edit(cleo, one, { slug: 'one' });
      assert.deepEqual((await link(cleo, one)).former_slugs, ['eins']);
      await edit(cleo, one, { slug: ' и\u0306ок ' });
      assert.equal((await link(cleo, one)).slug, 'йок');
      assert.equal((await visit(`/cleo/${encodeURIComponent('Йок'.normalize('NFD'))}`)).statusCode, 301);

      const read = await link(cleo, one);
      assert.equal((await edit(cleo, one, read)).status, 200, 'what was read is taken back');
      await edit(cleo, one, { former_slugs: ['one'] });
      assert.equal((await visit('/cleo/eins')).statusCode, 404);
      assert.equal((await edit(cleo, two, { slug: 'eins' })).status, 200);
    });

    it('keep at most twenty former slugs, and reject more until some are released', async () => {
      const dora = await owner('dora', { Page: {} });
      const id = dora.ids.Page!;
      for (let number = 1; number <= 20; number += 1) {
        assert.equal((await edit(dora, id, { slug: `page-${number}` })).status, 200);
      }
      const full = await edit(dora, id, { slug: 'page-21' });
      assert.match(full.body.errors.slug[0], /already has 20 former slugs/);
      assert.equal((await edit(dora, id, { slug: 'page-3' })).status, 200);
      assert.equal((await edit(dora, id, { slug: 'page-21', former_slugs: ['page', 'page-20'] })).status, 200);
      assert.deepEqual((await link(dora, id)).former_slugs, ['page', 'page-20', 'page-3']);
      assert.equal((await visit('/dora/page-19')).statusCode, 404);
      assert.equal((await visit('/dora/page-20')).statusCode, 302);
    });

    it('give a slug to one of several concurrent requests', async () => {
      const titles = Array.from({ length: 8 }, (_, index) => [`Link ${index}`, {}]);
      const eve = await owner('eve', Object.fromEntries(titles));
      const edits = Object.values(eve.ids).map((id) => edit(eve, id, { slug: 'wanted' }));
      const made = Array.from({ length: 4 }, () =>
        api.call(`POST /blocks/${eve.blockId}/items`, {
          key: eve.key,
          json: { link: 'https://eve.example/', content: { caption: 'New' }, slug: 'wanted' },
        }),
      );
      const answers = await Promise.all([...edits, ...made]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 11 }, () => 422)]);
      for (const { status, body } of answers) if (status === 422) assert.ok(body.errors.slug, JSON.stringify(body));
    });

    it('lead to the target of their item, and reject a stale If-Match with 412', async () => {
      const fay = await owner('fay', { Shop: {} });
      const id = fay.ids.Shop!;
      const read = await api.call(`GET /links/${id}`, { key: fay.key });
      const etag = read.headers.etag!;
      const changed = await edit(fay, id, { url: ' HTTPS://New.Example/a b ' }, { 'if-match': etag });
      assert.equal(changed.status, 200);
      const block = (await api.call(`GET /blocks/${fay.blockId}`, { key: fay.key })).body.response;
      assert.equal(block.items[0].link, 'https://new.example/a%20b');
      assert.equal((await visit('/fay/shop')).headers.location, 'https://new.example/a%20b');
      assertError(await edit(fay, id, { slug: 'late' }, { 'if-match': etag }), 412, 'precondition_failed');
      assert.equal((await api.call(`GET /links/${id}`, { key: fay.key })).headers.etag, changed.headers.etag);
      assert.equal((await edit(fay, id, { slug: 'kept' }, { 'if-match': changed.headers.etag! })).status, 200);
      for (const url of [
        'evil.example',
        'data:text/html,x',
        'https://a:b@x.example/',
        `https://x.example/${'ü'.repeat(2000)}`,
      ]) {
        assert.deepEqual(Object.keys((await edit(fay, id, { url })).body.errors), ['url'], url);
      }
      const { key: reader } = await api.keyFor(fay, { scope: 'read' });
      assertError(await edit({ ...fay, key: reader }, id, { slug: 'x' }), 403, 'forbidden');
    });

    it('stay listed after deletion while they have counts, and keep them when restored', async () => {
      const gia = await owner('gia', { Shop: {}, Quiet: {} });
      const { Shop: shop, Quiet: quiet } = gia.ids as { Shop: number; Quiet: number };
      await edit(gia, shop, { slug: 'laden' });
      await visit('/gia/laden');
      await api.visits.aggregateAll();
      for (const id of [shop, quiet])
        await api.call(`POST /blocks/${gia.blockId}/items/${id}/delete`, { key: gia.key });
      const listed = (await api.call('GET /links', { key: gia.key })).body.response;
      assert.deepEqual(
        listed.map((one: Record<string, unknown>) => [one.id, one.slug, one.state, one.block_id, one.title]),
        [[shop, 'laden', 'deleted', null, null]],
      );
      assertError(await edit(gia, shop, { slug: 'x' }), 404, 'not_found');
      for (const slug of ['laden', 'shop', 'quiet']) assert.equal((await visit(`/gia/${slug}`)).statusCode, 410, slug);
      assert.equal((await visit('/gia/laden/qr.svg')).statusCode, 404);
      assert.equal(await clicks(gia, 'shop'), 1);

      const add = async (caption: string, slug?: string) => {
        const json = { link: 'https://gia.example/', content: { caption }, slug };
        const { body } = await api.call(`POST /blocks/${gia.blockId}/items`, { key: gia.key, json });
        return link(gia, body.response.id);
      };
      const other = await add('Laden');
      assert.equal(other.slug, 'laden-2', 'a new link does not inherit counts');
      assert.equal((await edit(gia, other.id, { slug: 'laden' })).status, 422);
      assert.equal((await edit(gia, other.id, { slug: 'quiet' })).status, 200, 'a slug without clicks is free again');
      const back = await add('Shop again', 'laden');
      assert.deepEqual([back.id, back.former_slugs, await clicks(gia, 'laden')], [shop, ['shop'], 1]);
      assert.equal((await visit('/gia/shop')).statusCode, 302);
    });
  });
}
