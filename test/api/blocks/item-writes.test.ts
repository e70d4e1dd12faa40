// Items as an API client writes them: their fields, order, blocks, links and pictures. A link keeps its counts through
// every change of its item.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { uploadPath } from '../../../contract/page/uploads.ts';
import { insertUpload } from '../../../server/storage/page/uploads.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
type Json = any;

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

for (const engine of enginesOf(import.meta.url)) {
  describe(`Writing items on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const post = (path: string, json: Json = {}, headers: Record<string, string> = {}) =>
      api.call(`POST ${path}`, { key: ada.key, json, headers });
    const done = async (path: string, json?: Json): Promise<Json> => {
      const answer = await post(path, json);
      assert.equal(answer.status, 200, answer.text);
      return answer.body.response;
    };
    const block = async (json: Json): Promise<number> => (await done('/blocks', json)).id;
    const read = async (path: string) => (await api.call(`GET ${path}`, { key: ada.key })).body.response;
    const captions = async (id: number) =>
      (await read(`/blocks/${id}`)).items
        .map((item: Json) => `${item.content.caption}${item.position}`)
        .join(' ') as string;
    const follow = async (slug: string) => {
      const { statusCode, headers } = await api.app.inject({ url: `/ada/${slug}`, headers: browser });
      return statusCode === 302 ? headers.location : statusCode;
    };
    const clicks = async (slug: string) => {
      await api.visits.aggregateAll();
      const { links } = await read('/analytics/clicks');
      return links[slug]?.visits as number | undefined;
    };
    const link = (caption: string, more: Json = {}) => ({
      content: { caption },
      link: `https://example.com/${caption}`,
      ...more,
    });

    it('returns an item, adds one at the end or at a position, and moves it', async () => {
      const id = await block({ block: 'links', items: [link('a'), link('b')] });
      const added = await post(`/blocks/${id}/items`, link('c', { element: { description: 'Third' } }));
      const path = `/blocks/${id}/items/${added.body.response.id}`;
      const got = await api.call(`GET ${path}`, { key: ada.key });
      assert.equal(added.headers.etag, got.headers.etag);
      assert.deepEqual(got.body.response, {
        id: added.body.response.id,
        block_id: id,
        thumbnail: `https://links.example/pictures/thumbnail/${added.body.response.id}.svg`,
        is_element: 1,
        element: { description: 'Third' },
        link: 'https://example.com/c',
        content: { caption: 'c' },
        settings: null,
        position: 3,
        created_at: '2026-11-15T12:00:00.123456Z',
        updated_at: '2026-11-15T12:00:00.123456Z',
      });
      await done(`/blocks/${id}/items`, link('d', { position: 1 }));
      assert.equal(await captions(id), 'd1 a2 b3 c4');
      await done(path, { position: 2 });
      assert.equal(await captions(id), 'd1 c2 a3 b4');
      const order = (await read(`/blocks/${id}`)).items.map((item: Json) => item.id).reverse();
      await done(`/blocks/${id}/items/reorder`, { order });
      assert.equal(await captions(id), 'b1 a2 c3 d4');
      const short = await post(`/blocks/${id}/items/reorder`, { order: order.slice(1) });
      assertError(short, 422, 'invalid');
      assert.match(short.body.errors.order[0], new RegExp(`: ${order[0]} is missing\\.$`));
      assert.equal(await captions(id), 'b1 a2 c3 d4');
    });

    it('changes the fields sent, keeps the rest, and resets a field to its default with null', async () => {
      const id = await block({ block: 'links' });
      const settings = { highlight: true, from: '2026-01-01T00:00:00Z' };
      const item = await done(`/blocks/${id}/items`, link('shop', { element: { description: 'x' }, settings }));
      const path = `/blocks/${id}/items/${item.id}`;
      await done(path, {
        content: { alt: 'A door' },
        settings: { from: null, to: '2099-01-01T00:00:00Z' },
        element: null,
      });
      const changed = await read(path);
      assert.deepEqual(changed.content, { caption: 'shop', alt: 'A door' });
      assert.deepEqual(changed.settings, { highlight: true, to: '2099-01-01T00:00:00Z' });
      assert.deepEqual([changed.element, changed.is_element], [null, 0]);
      for (const [json, field] of [
        [{ settings: { from: '2100-01-01T00:00:00Z' } }, 'settings.to'],
        [{ link: 'ftp://example.com/' }, 'link'],
        [{ link: 'https://ada:secret@example.com/' }, 'link'],
        [{ link: `https://example.com/${'x'.repeat(2048)}` }, 'link'],
        [{ link: `https://example.com/${'ä'.repeat(400)}` }, 'link'],
        [{ link: null, slug: 'x' }, 'slug'],
        [{ slug: 'a/b' }, 'slug'],
        [{ content: { caption: 'a\u0000' } }, 'content.caption'],
        [{ block_id: 'x' }, 'block_id'],
      ] as const) {
        const answer = await post(path, json);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), [field], answer.text);
      }
      assert.deepEqual(await read(path), changed);
    });

    it('says what to add to a link without a scheme', async () => {
      const id = await block({ block: 'links', items: [link('a')] });
      const [{ id: item }] = (await read(`/blocks/${id}`)).items;
      for (const [typed, full] of [
        ['example.org', 'https://example.org/'],
        ['www.example.org/a?b=c#d', 'https://www.example.org/a?b=c#d'],
        ['example.org:8080/a', 'https://example.org:8080/a'],
        ['müller.example', 'https://xn--mller-kva.example/'],
      ]) {
        const rule = `must begin with \`https://\`: send \`${full}\`.`;
        for (const [path, json, field] of [
          ['/blocks', { block: 'links', items: [{}, { link: typed }] }, 'items.1.link'],
          [`/blocks/${id}/items`, { link: typed }, 'link'],
          [`/blocks/${id}/items/${item}`, { link: typed }, 'link'],
          [`/links/${item}`, { url: typed }, 'url'],
        ] as const) {
          const answer = await post(path, json);
          assertError(answer, 422, 'invalid');
          assert.deepEqual(answer.body.errors, { [field]: [`The field ${field} ${rule}`] });
        }
      }
      for (const other of [
        'ftp://example.org',
        'example',
        'ada@example.org',
        '//example.org',
        'javascript:alert(1.0)',
        '.',
        'a b.c',
      ]) {
        const { body } = await post(`/blocks/${id}/items`, { link: other });
        const rule = 'must be an http, https, mailto or tel address without a password';
        assert.deepEqual(body.errors, { link: [`The field link ${rule}.`] }, other);
      }
    });

    it('keeps the slug and the counts of a link through every edit, and in another block', async () => {
      const from = await block({ block: 'gallery', items: [link('Vase'), link('Bowl')] });
      const [vase] = (await read(`/blocks/${from}`)).items;
      assert.equal(await follow('vase'), 'https://example.com/Vase');
      await done(`/blocks/${from}/items/${vase.id}`, { content: { caption: 'Pot' }, link: 'https://Example.com/pot' });
      assert.equal((await read(`/blocks/${from}/items/${vase.id}`)).link, 'https://example.com/pot');
      assert.equal(await follow('vase'), 'https://example.com/pot');
      await done(`/blocks/${from}/items/${vase.id}`, { slug: 'pot' });
      assert.equal(await follow('pot'), 'https://example.com/pot');

      const to = await block({ block: 'image', items: [link('Cup')] });
      const answer = await post(`/blocks/${from}/items/${vase.id}`, { block_id: to, position: 1 });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(await captions(from), 'Bowl2');
      assert.equal(await captions(to), 'Pot1 Cup2');
      assertError(await api.call(`GET /blocks/${from}/items/${vase.id}`, { key: ada.key }), 404, 'not_found');
      assert.equal(await follow('pot'), 'https://example.com/pot');
      assert.equal(await clicks('pot'), 4);

      const faq = await block({ block: 'faq' });
      const bob = await api.account('bob');
      const foreign = await api.call('POST /blocks', { key: bob.key, json: { block: 'image' } });
      for (const block_id of [faq, foreign.body.response.id, 8_999_999]) {
        const refused = await post(`/blocks/${to}/items/${vase.id}`, { block_id });
        assertError(refused, 422, 'invalid');
        assert.deepEqual(Object.keys(refused.body.errors), ['block_id']);
      }

      await done(`/blocks/${to}/items/${vase.id}/delete`);
      assert.equal(await follow('pot'), 410);
      assert.equal(await clicks('pot'), 4);
      await done(`/blocks/${to}/items`, link('Pot', { slug: 'pot' }));
      assert.equal(await follow('pot'), 'https://example.com/Pot');
      assert.equal(await clicks('pot'), 5);
    });

    it('removes a link and restores it', async () => {
      const id = await block({ block: 'image', items: [link('door')] });
      const [item] = (await read(`/blocks/${id}`)).items;
      await done(`/blocks/${id}/items/${item.id}`, { link: null });
      assert.equal(await follow('door'), 410);
      await done(`/blocks/${id}/items/${item.id}`, { link: 'tel:+441632960123' });
      assert.equal(await follow('door'), 'tel:+441632960123');
    });

    it('inserts a duplicate right after the original, with its own link', async () => {
      const id = await block({
        block: 'links',
        items: [link('road', { settings: { highlight: true } }), link('rail')],
      });
      const [item] = (await read(`/blocks/${id}`)).items;
      const copy = await done(`/blocks/${id}/items/${item.id}/duplicate`);
      assert.equal(await captions(id), 'road1 road2 rail3');
      assert.deepEqual((await read(`/blocks/${id}/items/${copy.id}`)).settings, { highlight: true });
      await done(`/blocks/${id}/items/${copy.id}`, { link: 'https://example.com/other' });
      assert.deepEqual(
        [await follow('road'), await follow('road-2')],
        ['https://example.com/road', 'https://example.com/other'],
      );
    });

    it('accepts only the account’s uploads, by any URL, and returns absolute URLs', async () => {
      const digests = { image: 'a'.repeat(64), file: 'b'.repeat(64) };
      const times = { created_at: NOON, used_at: NOON };
      const shown = { state: 'ready', width: null, height: null, bytes: 1, files: '[]', ...times } as const;
      await api.store.write(ada.id, async (tx) => {
        const [one, other] = await api.store.dialect.allocateIds(tx, 2);
        const image = {
          id: one!,
          kind: 'image',
          digest: digests.image,
          name: 'v',
          type: 'image/webp',
          file: '96x96.webp',
        } as const;
        const file = {
          id: other!,
          kind: 'file',
          digest: digests.file,
          name: 'm',
          type: 'application/pdf',
          file: 'm.pdf',
        } as const;
        await insertUpload(tx, ada.id, { ...image, ...shown });
        await insertUpload(tx, ada.id, { ...file, ...shown });
      });
      const picture = uploadPath({ digest: digests.image, owner: ada.token, file: '96x96.webp' });
      const paper = uploadPath({ digest: digests.file, owner: ada.token, file: 'm.pdf' });
      const id = await block({
        block: 'file',
        items: [{ thumbnail: picture, link: `https://links.example${paper}`, content: { caption: 'Map' } }],
      });
      const [item] = (await read(`/blocks/${id}`)).items;
      assert.equal(item.thumbnail, `https://links.example${picture}`);
      assert.equal(item.link, `https://links.example${paper}`);
      assert.equal(await follow('map'), paper);
      await done(`/blocks/${id}/items/${item.id}`, item);
      assert.deepEqual(await read(`/blocks/${id}/items/${item.id}`), item);

      const foreign = uploadPath({ digest: digests.image, owner: String(ada.id + 1), file: '96x96.webp' });
      for (const [json, field] of [
        [{ thumbnail: paper }, 'thumbnail'],
        [{ thumbnail: foreign }, 'thumbnail'],
        [{ link: foreign }, 'link'],
        [{ link: paper.replace('b', 'c') }, 'link'],
      ] as const) {
        const refused = await post(`/blocks/${id}/items/${item.id}`, json);
        assertError(refused, 422, 'invalid');
        assert.deepEqual(Object.keys(refused.body.errors), [field]);
      }
      await done(`/blocks/${id}/items/${item.id}`, {
        thumbnail: `https://links.example/pictures/thumbnail/${item.id}.svg`,
      });
      assert.match((await read(`/blocks/${id}/items/${item.id}`)).thumbnail, /\.svg$/);
    });

    it('rejects a stale If-Match with 412 and changes nothing', async () => {
      const id = await block({ block: 'faq', items: [{ content: { caption: 'Why?' }, element: { answer: 'So.' } }] });
      const [item] = (await read(`/blocks/${id}`)).items;
      const path = `/blocks/${id}/items/${item.id}`;
      const { etag } = (await api.call(`GET ${path}`, { key: ada.key })).headers;
      const changed = await post(path, { content: { caption: 'How?' } }, { 'if-match': etag! });
      assert.equal(changed.status, 200);
      for (const late of [path, `${path}/delete`]) {
        assertError(await post(late, {}, { 'if-match': etag! }), 412, 'precondition_failed');
      }
      const blockEtag = (await api.call(`GET /blocks/${id}`, { key: ada.key })).headers.etag!;
      const sorted = await post(`/blocks/${id}/items/reorder`, { order: [item.id] }, { 'if-match': blockEtag });
      assert.equal(sorted.status, 200, sorted.text);
      const deleted = await post(`${path}/delete`, {}, { 'if-match': changed.headers.etag! });
      assert.equal(deleted.body.response, 'The item was deleted.');
    });

    it('rejects items of another block or account, and items in types without them', async () => {
      const one = await block({ block: 'faq', items: [{ content: { caption: 'Why?' } }] });
      const other = await block({ block: 'faq' });
      const [item] = (await read(`/blocks/${one}`)).items;
      for (const path of ['', '/delete', '/duplicate']) {
        assertError(await post(`/blocks/${other}/items/${item.id}${path}`, { content: 5 }), 404, 'not_found');
      }
      assertError(await post(`/blocks/${one}/items/reorder`, { order: [item.id, 1] }), 422, 'invalid');
      const divider = await block({ block: 'divider' });
      assertError(await post(`/blocks/${divider}/items`, { content: { caption: 'x' } }), 422, 'invalid');
      const link = await post(`/blocks/${one}/items`, { link: 'https://example.com' });
      assert.deepEqual(Object.keys(link.body.errors), ['link']);
      assert.equal((await read(`/blocks/${one}`)).items.length, 1);
    });
  });
}
