// Blocks of every type over the API: what they store, and the rule of every field.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { blockTypes } from '../../../contract/vocabulary.ts';
import { type Api, assertError } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { type BlockClient, type Json, openBlockClient } from './block-client.ts';
import { drafts, until } from './block-drafts.ts';

const fields = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `f${at}`, label: 'x' }));

/** Name, request body, and the fields that the error names. */
const invalid: [string, Json, string[]][] = [
  ['an empty body', {}, ['block']],
  ['an unknown type and a long name', { block: 'banner', name: 'x'.repeat(101) }, ['block', 'name']],
  ['a type that is a property of every object', { block: 'constructor' }, ['block']],
  ['control characters', { block: 'heading', name: 'a\u0000b', subheading: 'a\nb' }, ['name', 'subheading']],
  ['a lone surrogate', { block: 'text', blocks: { content: 'a\ud800' } }, ['blocks.content']],
  ['a text of 5,001 characters', { block: 'text', blocks: { content: 'x'.repeat(5001) } }, ['blocks.content']],
  ['settings that are not an object', { block: 'links', settings: [] }, ['settings']],
  ['an unknown layout', { block: 'links', settings: { layout: 'heap' } }, ['settings.layout']],
  ['numbers out of bounds', { block: 'gallery', settings: { columns: 5 } }, ['settings.columns']],
  ['a flag in a string', { block: 'video', settings: { autoplay: 'true' } }, ['settings.autoplay']],
  ['content in a type without content', { block: 'heading', blocks: { content: 'x' } }, ['blocks.content']],
  ['content that is not in an object', { block: 'text', blocks: 'x' }, ['blocks']],
  ['markup in an id', { block: 'video', blocks: { content: { id: '"><script>' } } }, ['blocks.content.id']],
  [
    'invalid coordinates',
    { block: 'map', blocks: { content: { latitude: 91, zoom: 1.5 } } },
    ['blocks.content.latitude', 'blocks.content.zoom'],
  ],
  ['an invalid time', { block: 'countdown', blocks: { content: { until: 'tomorrow' } } }, ['blocks.content.until']],
  [
    'a leap second',
    { block: 'countdown', blocks: { content: { until: '2026-12-31T23:59:60Z' } } },
    ['blocks.content.until'],
  ],
  [
    'a form field without a name',
    { block: 'contact_form', blocks: { content: { fields: [{ label: '' }] } } },
    ['blocks.content.fields.0.name', 'blocks.content.fields.0.label'],
  ],
  [
    'eleven form fields',
    { block: 'contact_form', blocks: { content: { fields: fields(11) } } },
    ['blocks.content.fields'],
  ],
  [
    'two form fields with the same name',
    { block: 'contact_form', blocks: { content: { fields: [...fields(2), ...fields(1)] } } },
    ['blocks.content.fields.2.name'],
  ],
  ['items in a type without items', { block: 'divider', items: [{}] }, ['items']],
  ['101 items', { block: 'faq', items: Array(101).fill({}) }, ['items']],
  [
    'a link in a FAQ item',
    { block: 'faq', items: [{}, { link: 'https://example.com', slug: 'x' }] },
    ['items.1.link', 'items.1.slug'],
  ],
  [
    'invalid items',
    { block: 'links', items: [{}, 5, { content: { caption: 'x'.repeat(201), alt: 5 }, link: 'javascript:alert(1)' }] },
    ['items.1', 'items.2.content.caption', 'items.2.content.alt', 'items.2.link'],
  ],
  ['a file with a mailto link', { block: 'file', items: [{ link: 'mailto:a@example.com' }] }, ['items.0.link']],
  [
    'an end before the start',
    { block: 'links', items: [{ settings: { from: until, to: '2026-01-01T00:00:00Z' } }] },
    ['items.0.settings.to'],
  ],
  ['a slug without a link', { block: 'links', items: [{ slug: 'x' }] }, ['items.0.slug']],
  [
    'the same slug twice',
    { block: 'links', items: [1, 2].map(() => ({ link: 'https://example.com', slug: 'same' })) },
    ['items.1.slug'],
  ],
  [
    'a picture from another host',
    { block: 'image', items: [{ thumbnail: 'https://elsewhere.example/x.png' }] },
    ['items.0.thumbnail'],
  ],
  [
    'invalid pictures and slugs together',
    { block: 'image', items: [{ thumbnail: 'x' }, { slug: 'y' }, { link: 'tel:1', slug: 'qr' }] },
    ['items.0.thumbnail', 'items.1.slug', 'items.2.slug'],
  ],
  ['a negative position', { block: 'divider', position: -1 }, ['position']],
];

for (const engine of enginesOf(import.meta.url)) {
  describe(`Block types on ${engine.name}`, () => {
    let api: Api;
    let client: BlockClient;
    before(async () => {
      client = await openBlockClient(engine);
      api = client.api;
    });
    after(() => api.close());

    for (const type of blockTypes) {
      it(`stores a block of type ${type} as sent, and accepts its own response`, async () => {
        const draft = drafts[type];
        const id = await client.create({ block: type, ...draft });
        const block = await client.read(id);
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
        await client.postOk(`/blocks/${id}`, block);
        for (const item of block.items) await client.postOk(`/blocks/${id}/items/${item.id}`, item);
        assert.deepEqual(await client.read(id), block);
        await client.postOk(`/blocks/${id}/delete`);
      });
    }

    for (const [what, json, offending] of invalid) {
      it(`rejects ${what}, names the fields and creates nothing`, async () => {
        const before = await client.list();
        const answer = await client.post('/blocks', json);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), offending);
        for (const [sentence] of Object.values(answer.body.errors) as string[][])
          assert.match(sentence!, /^(The|A) .*\.$/);
        assert.deepEqual(await client.list(), before);
      });
    }

    it('documents the rule of every field in the OpenAPI document', async () => {
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

    it('rejects another type and invalid values in an edit, and changes nothing', async () => {
      const id = await client.create({ block: 'gallery', settings: { columns: 3 } });
      const before = await client.read(id);
      for (const [json, field] of [
        [{ block: 'links' }, 'block'],
        [{ settings: { columns: 0 } }, 'settings.columns'],
        [{ blocks: { content: {} } }, 'blocks.content'],
        [{ name: 5, settings: null }, 'name'],
      ] as const) {
        const answer = await client.post(`/blocks/${id}`, json);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), [field]);
      }
      assert.deepEqual(await client.read(id), before);
    });
  });
}
