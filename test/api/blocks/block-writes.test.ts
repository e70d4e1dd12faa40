// Blocks as a program with a key writes them: every type, every rule, their order, and what the page shows of it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { blockTypes } from '../../../contract/vocabulary.ts';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
type Json = any;

const until = '2099-12-25T10:00:00Z';

/** One of each type, with all that it can hold. */
const drafts: Record<(typeof blockTypes)[number], Json> = {
  links: {
    name: 'Which way?',
    subheading: 'One post, many arms',
    settings: { layout: 'cards' },
    items: [
      {
        content: { caption: 'Order an arm', alt: 'An arm' },
        link: 'https://example.com/order',
        element: { description: 'Oak' },
        settings: {
          enabled: true,
          from: '2026-01-01T00:00:00Z',
          to: until,
          highlight: true,
          sensitive: false,
          pass_query: true,
          language: 'ar',
        },
      },
      { content: { caption: 'Write' }, link: 'mailto:ada@example.com' },
      { content: { caption: 'Not yet' } },
    ],
  },
  heading: { name: 'From the workshop', settings: { level: 3, align: 'right' } },
  text: { blocks: { content: 'Some **bold**\n\n- words 🪧' }, settings: { align: 'center' } },
  image: {
    settings: { fit: 'contain' },
    items: [{ content: { caption: null, alt: 'A post' }, link: 'https://example.com/post' }],
  },
  gallery: { settings: { columns: 4 }, items: [{ content: { caption: 'Sanding' } }] },
  video: { blocks: { content: { provider: 'vimeo', id: '76979871' } }, settings: { autoplay: true } },
  music: { blocks: { content: { provider: 'apple_music', kind: 'album', id: 'gb/album/1440857781' } } },
  faq: { items: [{ content: { caption: 'How long?' }, element: { answer: 'About\n*thirty* years.' } }] },
  signup: { blocks: { content: { placeholder: 'you', button: 'Go', thanks: 'Ta.' } } },
  contact_form: {
    blocks: {
      content: {
        fields: [
          { name: 'email', label: 'Your address', type: 'email', required: true },
          { name: 'more', label: 'More' },
        ],
        button: 'Tell',
        thanks: 'Ta.',
      },
    },
  },
  countdown: { blocks: { content: { until, finished: 'Come in!' } } },
  file: {
    items: [
      {
        content: { caption: 'Footpaths' },
        link: 'https://example.com/footpaths.pdf',
        element: { type: 'application/pdf', bytes: 1843200 },
      },
    ],
  },
  contact_card: {
    blocks: {
      content: {
        organisation: 'Fenwick',
        email: 'ada@example.com',
        phone: '+44 1632 960123',
        address: 'The old toll house',
        website: 'https://example.com',
      },
    },
  },
  map: { blocks: { content: { latitude: 54.4609, longitude: -2.1734, zoom: 12, label: 'Here' } } },
  divider: { settings: { style: 'wave' } },
  social: { name: 'Elsewhere', settings: { style: 'buttons' } },
};

const fields = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `f${at}`, label: 'x' }));

/** What is sent, and what is said to be wrong with it. */
const wrong: [string, Json, string[]][] = [
  ['nothing', {}, ['block']],
  ['an unknown type and a long name', { block: 'banner', name: 'x'.repeat(101) }, ['block', 'name']],
  ['a type that every object has', { block: 'constructor' }, ['block']],
  ['control characters', { block: 'heading', name: 'a\u0000b', subheading: 'a\nb' }, ['name', 'subheading']],
  ['half a character', { block: 'text', blocks: { content: 'a\ud800' } }, ['blocks.content']],
  ['a text of 5,001 characters', { block: 'text', blocks: { content: 'x'.repeat(5001) } }, ['blocks.content']],
  ['settings that are none', { block: 'links', settings: [] }, ['settings']],
  ['an unknown layout', { block: 'links', settings: { layout: 'heap' } }, ['settings.layout']],
  ['numbers out of bounds', { block: 'gallery', settings: { columns: 5 } }, ['settings.columns']],
  ['a flag in a string', { block: 'video', settings: { autoplay: 'true' } }, ['settings.autoplay']],
  ['content where there is none', { block: 'heading', blocks: { content: 'x' } }, ['blocks.content']],
  ['content without its object', { block: 'text', blocks: 'x' }, ['blocks']],
  ['a script as id', { block: 'video', blocks: { content: { id: '"><script>' } } }, ['blocks.content.id']],
  [
    'no coordinates',
    { block: 'map', blocks: { content: { latitude: 91, zoom: 1.5 } } },
    ['blocks.content.latitude', 'blocks.content.zoom'],
  ],
  ['no instant', { block: 'countdown', blocks: { content: { until: 'tomorrow' } } }, ['blocks.content.until']],
  [
    'a sixtieth second',
    { block: 'countdown', blocks: { content: { until: '2026-12-31T23:59:60Z' } } },
    ['blocks.content.until'],
  ],
  [
    'a form field of no name',
    { block: 'contact_form', blocks: { content: { fields: [{ label: '' }] } } },
    ['blocks.content.fields.0.name', 'blocks.content.fields.0.label'],
  ],
  [
    'eleven form fields',
    { block: 'contact_form', blocks: { content: { fields: fields(11) } } },
    ['blocks.content.fields'],
  ],
  [
    'two form fields of one name',
    { block: 'contact_form', blocks: { content: { fields: [...fields(2), ...fields(1)] } } },
    ['blocks.content.fields.2.name'],
  ],
  ['items where there are none', { block: 'divider', items: [{}] }, ['items']],
  ['101 items', { block: 'faq', items: Array(101).fill({}) }, ['items']],
  [
    'a link in an answer',
    { block: 'faq', items: [{}, { link: 'https://example.com', slug: 'x' }] },
    ['items.1.link', 'items.1.slug'],
  ],
  [
    'wrong items',
    { block: 'links', items: [{}, 5, { content: { caption: 'x'.repeat(201), alt: 5 }, link: 'javascript:alert(1)' }] },
    ['items.1', 'items.2.content.caption', 'items.2.content.alt', 'items.2.link'],
  ],
  ['a file behind a mailbox', { block: 'file', items: [{ link: 'mailto:a@example.com' }] }, ['items.0.link']],
  [
    'an end before the beginning',
    { block: 'links', items: [{ settings: { from: until, to: '2026-01-01T00:00:00Z' } }] },
    ['items.0.settings.to'],
  ],
  ['a slug without a link', { block: 'links', items: [{ slug: 'x' }] }, ['items.0.slug']],
  [
    'one slug twice',
    { block: 'links', items: [1, 2].map(() => ({ link: 'https://example.com', slug: 'same' })) },
    ['items.1.slug'],
  ],
  [
    "somebody else's picture",
    { block: 'image', items: [{ thumbnail: 'https://elsewhere.example/x.png' }] },
    ['items.0.thumbnail'],
  ],
  [
    'pictures and slugs at once',
    { block: 'image', items: [{ thumbnail: 'x' }, { slug: 'y' }, { link: 'tel:1', slug: 'qr' }] },
    ['items.0.thumbnail', 'items.1.slug', 'items.2.slug'],
  ],
  ['no place', { block: 'divider', position: -1 }, ['position']],
];

for (const engine of engines) {
  describe(`Writing blocks on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const post = (path: string, json: Json = {}, headers: Record<string, string> = {}, { key } = ada) =>
      api.call(`POST ${path}`, { key, json, headers });
    const done = async (path: string, json?: Json, account = ada) => {
      const answer = await post(path, json, {}, account);
      assert.equal(answer.status, 200, answer.text);
      return answer.body.response;
    };
    const create = async (json: Json, account = ada): Promise<number> => (await done('/blocks', json, account)).id;
    const read = async (id: number, { key } = ada): Promise<Json> =>
      (await api.call(`GET /blocks/${id}`, { key })).body.response;
    const list = async ({ key } = ada): Promise<Json[]> =>
      (await api.call('GET /blocks?results_per_page=100', { key })).body.response;
    const page = async (username: string) => (await api.app.inject({ url: `/${username}` })).payload;

    for (const type of blockTypes) {
      it(`keeps a block of type ${type} as it was sent, and takes it back as it was read`, async () => {
        const draft = drafts[type];
        const id = await create({ block: type, ...draft });
        const block = await read(id);
        assert.deepEqual(
          {
            block: block.block,
            name: block.name,
            subheading: block.subheading,
            blocks: block.blocks,
            settings: block.settings,
            items: block.items.map((item: Json) => [
              item.content,
              item.link,
              item.element,
              item.settings,
              item.is_element,
            ]),
          },
          {
            block: type,
            name: draft.name ?? null,
            subheading: draft.subheading ?? null,
            blocks: draft.blocks ?? null,
            settings: draft.settings ?? null,
            items: (draft.items ?? []).map((item: Json) => [
              item.content,
              item.link ?? null,
              item.element ?? null,
              item.settings ?? null,
              item.element ? 1 : 0,
            ]),
          },
        );
        await done(`/blocks/${id}`, block);
        for (const item of block.items) await done(`/blocks/${id}/items/${item.id}`, item);
        assert.deepEqual(await read(id), block);
        await done(`/blocks/${id}/delete`);
      });
    }

    for (const [what, json, offending] of wrong) {
      it(`refuses ${what}, names the fields and creates nothing`, async () => {
        const before = await list();
        const answer = await post('/blocks', json);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), offending);
        for (const [sentence] of Object.values(answer.body.errors) as string[][])
          assert.match(sentence!, /^(The|A) .*\.$/);
        assert.deepEqual(await list(), before);
      });
    }

    it('says the rule of every field in the document of the API', async () => {
      const { paths, components } = (await api.app.inject({ url: '/api/v1/openapi.json' })).json();
      const { schema } = paths['/api/v1/blocks'].post.requestBody.content['application/json'];
      const at = ({ $ref }: Json) => components.schemas[$ref.split('/').at(-1)].properties;
      assert.deepEqual(
        schema.anyOf.map((one: Json) => at(one).block.enum),
        blockTypes.map((type) => [type]),
      );
      const links = at(schema.anyOf[0]);
      assert.equal(links.name.anyOf[0].maxLength, 100);
      assert.equal(links.items.maxItems, 100);
      assert.equal(at(links.items.items).link.anyOf[0].maxLength, 2048);
      assert.deepEqual(at(links.settings.anyOf[0]).layout.anyOf[0].enum, ['stack', 'thumbnails', 'cards', 'grid']);
    });

    it('changes what is sent, keeps the rest, and goes back to the default where null is sent', async () => {
      const id = await create({ block: 'contact_form', ...drafts.contact_form, name: '  Write \u00a0' });
      assert.equal((await read(id)).name, 'Write');
      await done(`/blocks/${id}`, { subheading: 'Soon', blocks: { content: { button: null, thanks: 'Cheers.' } } });
      const { name, subheading, blocks, created_at } = await read(id);
      const { button: _, ...content } = drafts.contact_form.blocks.content;
      assert.deepEqual([name, subheading, blocks.content], ['Write', 'Soon', { ...content, thanks: 'Cheers.' }]);
      api.clock.now += 1_000_000;
      const one = [{ name: 'only', label: 'Only', type: null }];
      await done(`/blocks/${id}`, {
        name: null,
        blocks: { content: { fields: one } },
        items: [{ nonsense: 1 }],
        id: 1,
      });
      const changed = await read(id);
      assert.deepEqual(changed.blocks.content.fields, [{ name: 'only', label: 'Only' }]);
      assert.equal(changed.name, null);
      assert.equal(changed.created_at, created_at);
      assert.notEqual(changed.updated_at, created_at);
      await done(`/blocks/${id}`, { blocks: null });
      assert.equal((await read(id)).blocks, null);
    });

    it('refuses another type and wrong values in an edit, and changes nothing', async () => {
      const id = await create({ block: 'gallery', settings: { columns: 3 } });
      const before = await read(id);
      for (const [json, field] of [
        [{ block: 'links' }, 'block'],
        [{ settings: { columns: 0 } }, 'settings.columns'],
        [{ blocks: { content: {} } }, 'blocks.content'],
        [{ name: 5, settings: null }, 'name'],
      ] as const) {
        const answer = await post(`/blocks/${id}`, json);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), [field]);
      }
      assert.deepEqual(await read(id), before);
    });

    it('puts a block at a place, moves it, and puts all of them in an order', async () => {
      const eve = await api.account('eve');
      const ids: number[] = [];
      for (const name of ['a', 'b', 'c']) ids.push(await create({ block: 'heading', name }, eve));
      const order = async () => (await list(eve)).map(({ name, position }) => `${name}${position}`).join(' ');
      assert.equal(await order(), 'a1 b2 c3');
      await create({ block: 'heading', name: 'd', position: 2 }, eve);
      assert.equal(await order(), 'a1 d2 b3 c4');
      await done(`/blocks/${ids[0]}`, { position: 3 }, eve);
      assert.equal(await order(), 'd1 b2 a3 c4');
      await done(`/blocks/${ids[0]}`, { position: 1000 }, eve);
      assert.equal(await order(), 'd1 b2 c3 a4');
      const reversed = (await list(eve)).map(({ id }) => id).reverse();
      await done('/blocks/reorder', { order: reversed }, eve);
      assert.equal(await order(), 'a1 c2 b3 d4');

      const [first, second, ...rest] = reversed;
      const foreign = await create({ block: 'divider' });
      for (const wrongOrder of [
        [first, ...rest],
        [...reversed, foreign],
        [first, first, ...rest],
      ]) {
        const answer = await post('/blocks/reorder', { order: wrongOrder }, {}, eve);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), ['order']);
        assert.match(
          answer.text,
          new RegExp(`${wrongOrder.includes(second) ? foreign : second} is (missing|not known)`),
        );
      }
      assertError(await post('/blocks/reorder', {}, {}, eve), 422, 'invalid');
      assertError(await post('/blocks/reorder', { order: ['x'] }, {}, eve), 422, 'invalid');
      assert.equal(await order(), 'a1 c2 b3 d4');
    });

    it('shows a change at the next request, and takes a deleted block with what its form was sent', async () => {
      const kim = await api.account('kim');
      const link = { content: { caption: 'The shop' }, link: 'https://example.com/shop' };
      const id = await create({ block: 'links', name: 'Before', items: [link] }, kim);
      assert.match(await page('kim'), /Before.*href="\/kim\/the-shop"/s);
      await done(`/blocks/${id}`, { name: 'Behind' }, kim);
      assert.match(await page('kim'), /Behind/);
      const form = await create({ block: 'signup' }, kim);
      await api.app.inject({
        method: 'POST',
        url: `/kim/forms/${form}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=a%40example.com',
      });
      assert.equal((await api.call(`GET /blocks/${form}/entries`, { key: kim.key })).body.meta.total, 1);

      for (const one of [id, form]) {
        assert.equal(await done(`/blocks/${one}/delete`, undefined, kim), 'The block was deleted.');
        for (const path of [`/blocks/${one}`, `/blocks/${one}/delete`, `/blocks/${one}/duplicate`]) {
          assertError(await post(path, {}, {}, kim), 404, 'not_found');
        }
      }
      assert.doesNotMatch(await page('kim'), /Behind|the-shop/);
      assert.equal((await api.app.inject({ url: '/kim/the-shop' })).statusCode, 410);
      const { count } = await api.store.read
        .selectFrom('form_entry')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', kim.id)
        .executeTakeFirstOrThrow();
      assert.equal(count, 0);
      const { body } = await api.call('GET /activities?results_per_page=25', { key: kim.key });
      assert.deepEqual(
        body.response.slice(0, 5).map((one: Json) => one.type),
        ['block_deleted', 'block_deleted', 'block_created', 'block_updated', 'block_created'],
      );
    });

    it('duplicates a block right behind it, with items of its own', async () => {
      const lea = await api.account('lea');
      const id = await create({ block: 'links', ...drafts.links }, lea);
      await create({ block: 'divider' }, lea);
      const copy = (await done(`/blocks/${id}/duplicate`, undefined, lea)).id;
      assert.deepEqual(
        (await list(lea)).map((block) => [block.block, block.position]),
        [
          ['links', 1],
          ['links', 2],
          ['divider', 3],
        ],
      );
      const [one, other] = [await read(id, lea), await read(copy, lea)];
      const alike = ({ items, ...block }: Json) => [
        block.name,
        block.settings,
        items.map((item: Json) => [item.content, item.link, item.element, item.settings, item.position]),
      ];
      assert.deepEqual(alike(other), alike(one));
      const shown = await page('lea');
      for (const path of ['order-an-arm', 'order-an-arm-2', 'write', 'write-2'])
        assert.match(shown, new RegExp(`href="/lea/${path}"`));
      await done(`/blocks/${copy}/delete`, undefined, lea);
      assert.deepEqual(await read(id, lea), one);
    });

    it('changes nothing where it has become something else since it was read', async () => {
      const id = await create({ block: 'faq', items: [{ content: { caption: 'Why?' } }] });
      const etagOf = async (path: string) => (await api.call(`GET ${path}`, { key: ada.key })).headers.etag!;
      const first = await etagOf(`/blocks/${id}`);
      const changed = await post(`/blocks/${id}`, { name: 'One' }, { 'if-match': first });
      assert.equal(changed.status, 200);
      assert.equal(changed.headers.etag, await etagOf(`/blocks/${id}`));
      const before = await read(id);
      for (const path of [`/blocks/${id}`, `/blocks/${id}/delete`]) {
        assertError(await post(path, { name: 'Two' }, { 'if-match': first }), 412, 'precondition_failed');
      }
      assert.deepEqual(await read(id), before);
      const all = await etagOf('/blocks?results_per_page=100');
      const order = (await list()).map((block) => block.id).reverse();
      const sorted = await post('/blocks/reorder', { order }, { 'if-match': `"x", ${all}` });
      assert.equal(sorted.headers.etag, await etagOf('/blocks?results_per_page=100'));
      assertError(await post('/blocks/reorder', { order }, { 'if-match': all }), 412, 'precondition_failed');
      const gone = await post(`/blocks/${id}/delete`, {}, { 'if-match': await etagOf(`/blocks/${id}`) });
      assert.equal(gone.status, 200);
    });

    it('creates once what is sent twice with one key', async () => {
      const headers = { 'idempotency-key': 'block-1' };
      const first = await post('/blocks', { block: 'divider' }, headers);
      const again = await post('/blocks', { block: 'divider' }, headers);
      assert.deepEqual(again.body, first.body);
      assert.equal(again.headers['idempotency-replayed'], 'true');
      assert.equal(
        first.headers.etag,
        (await api.call(`GET /blocks/${first.body.response.id}`, { key: ada.key })).headers.etag,
      );
      assertError(await post('/blocks', { block: 'social' }, headers), 422, 'invalid');
    });

    it('takes a hundred blocks of a hundred items each, and no more', async () => {
      const max = await api.account('max');
      const items = Array.from({ length: 100 }, (_, at) => ({
        content: { caption: `Link ${at}` },
        link: `https://example.com/${at}`,
      }));
      for (let count = 0; count < 100; count += 1)
        await create({ block: 'links', ...(count < 2 ? { items } : {}) }, max);
      const [first] = await list(max);
      assertError(await post('/blocks', { block: 'divider' }, {}, max), 422, 'invalid');
      assertError(await post(`/blocks/${first.id}/duplicate`, {}, {}, max), 422, 'invalid');
      const full = await post(`/blocks/${first.id}/items`, items[0], {}, max);
      assertError(full, 422, 'invalid');
      assert.match(full.text, /at most 100 items/);
      assert.equal((await list(max)).length, 100);
    });

    it("lets nobody touch another account's block", async () => {
      const bob = await api.account('bob');
      const id = await create({ block: 'divider' });
      const before = await list();
      for (const path of [
        `/blocks/${id}`,
        `/blocks/${id}/delete`,
        `/blocks/${id}/duplicate`,
        `/blocks/${id}/items`,
        `/blocks/${id}/items/reorder`,
      ]) {
        assertError(await post(path, { name: 5 }, {}, bob), 404, 'not_found');
      }
      assert.deepEqual(await list(), before);
      assert.deepEqual(await list(bob), []);
    });
  });
}
