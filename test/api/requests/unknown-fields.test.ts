// Writes reject unknown fields, suggest the nearest name, and change nothing. The response of a GET can be sent back
// unchanged.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { blockTypes } from '../../../contract/blocks/index.ts';
import { updateBlock } from '../../../server/storage/page/blocks.ts';
import { belongings, type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { type Account, type Answer, type Api, assertError, openApi, type Request } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';
import { askFor, fileFrom, jsonFor, type OperationInput, requestOf } from '../../support/every-operation.ts';
import { type Operation, operations } from '../../support/openapi.ts';
import { wholePage } from '../../support/pages/whole-page.ts';
import { uploadCalls } from '../../support/upload-form.ts';

type Fields = Record<string, unknown>;

const writes = operations.filter(({ method }) => method !== 'GET');
const originalOf = ({ operationId, 'x-alias-of': original = operationId }: Operation) => original;
const isPixelWrite = (operation: Operation) => /Pixel$/.test(originalOf(operation));
const readsAt = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => path));

describe('Unknown fields', () => {
  let api: Api;
  let ada: MarkedAccount;
  let bea: MarkedAccount;
  let eve: Account;
  before(async () => {
    api = await openApi(engines[0]!, { RATE_LIMIT: '0' });
    ada = await markedAccount(api, 'heliotrope', 70_000_000);
    bea = await markedAccount(api, 'marigold', 80_000_000);
    eve = await api.account('eve');
    const { status, text } = await api.call('POST /page/import', { key: eve.key, json: { document: wholePage } });
    assert.equal(status, 200, text);
  });
  after(() => api.close());

  const post = (account: Account, path: string, json: unknown) => api.call(`POST ${path}`, { key: account.key, json });
  const read = async (account: Account, path: string) =>
    (await api.call(`GET ${path}`, { key: account.key })).body.response;

  async function assertRejected(request: string, options: Request, errors: Fields): Promise<void> {
    const answer = await api.call(request, options);
    assertError(answer, 422, 'invalid');
    assert.deepEqual(answer.body.errors, errors, request);
  }
  /** Remembers the data of the account, to check later that it is unchanged. */
  async function snapshot(): Promise<{ assertUnchanged(): Promise<void> }> {
    const before = await belongings(api.store, ada.id);
    return { assertUnchanged: async () => assert.deepEqual(await belongings(api.store, ada.id), before) };
  }

  it('are rejected with the nearest name, and change nothing', async () => {
    const { assertUnchanged } = await snapshot();
    const answer = await post(ada, '/user/profile', { biog: 'x', name: 'Someone else' });
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.body, {
      status: false,
      response: '`biog` is not a field; did you mean `bio`?',
      code: 'invalid',
      errors: { biog: ['`biog` is not a field; did you mean `bio`?'] },
    });
    assert.notEqual((await read(ada, '/user/profile')).name, 'Someone else');

    for (const [path, json, errors] of [
      ['/user/seo', { zzz: 1 }, { zzz: ['`zzz` is not a field.'] }],
      [
        '/user/customize',
        { buttonTextColor: '#ffffff' },
        { buttonTextColor: ['`buttonTextColor` is not a field; did you mean `button_text_color`?'] },
      ],
      [
        '/user/background',
        { settings: { solid: { colour: '#ffffff' } } },
        {
          'settings.solid.colour': ['`settings.solid.colour` is not a field; did you mean `settings.solid.color`?'],
        },
      ],
      ['/blocks', { blok: 'heading' }, { blok: ['`blok` is not a field; did you mean `block`?'], block: [] }],
      [
        '/blocks',
        { block: 'links', items: [{}, { setings: {}, settings: { enabeld: true } }] },
        {
          'items.1.setings': ['`items.1.setings` is not a field; did you mean `items.1.settings`?'],
          'items.1.settings.enabeld': [
            '`items.1.settings.enabeld` is not a field; did you mean `items.1.settings.enabled`?',
          ],
        },
      ],
      [
        '/blocks',
        { block: 'faq', settings: { layout: 'cards' } },
        { 'settings.layout': ['`settings.layout` is not a field.'] },
      ],
      [
        '/blocks',
        { block: 'contact_form', blocks: { content: { fields: [{ name: 'a', label: 'A', requird: true }] } } },
        {
          'blocks.content.fields.0.requird': [
            '`blocks.content.fields.0.requird` is not a field; did you mean `blocks.content.fields.0.required`?',
          ],
        },
      ],
      ['/blocks/reorder', { orders: [] }, { orders: ['`orders` is not a field; did you mean `order`?'], order: [] }],
      [
        '/page/import',
        { document: { version: 1 }, dryrun: true },
        { dryrun: ['`dryrun` is not a field; did you mean `dry_run`?'] },
      ],
      [
        '/page/import',
        { document: { version: 1, blocks: [{ block: 'heading', nmae: 'x' }] } },
        {
          'document.blocks.0.nmae': ['`document.blocks.0.nmae` is not a field; did you mean `document.blocks.0.name`?'],
        },
      ],
      [`/blocks/${ada.block}/duplicate`, { name: 'Copy' }, { name: ['`name` is not a field.'] }],
      [
        `/blocks/${ada.form}/entries/delete`,
        { lastid: 1 },
        { lastid: ['`lastid` is not a field; did you mean `last_id`?'] },
      ],
      [`/blocks/${ada.form}/entries/delete`, { id: ada.entry }, { id: ['`id` is not a field.'] }],
    ] as [string, Fields, Record<string, string[]>][]) {
      const rejected = await post(ada, path, json);
      assertError(rejected, 422, 'invalid');
      assert.deepEqual(Object.keys(rejected.body.errors), Object.keys(errors), path);
      for (const [field, sentences] of Object.entries(errors)) {
        if (sentences.length > 0) assert.deepEqual(rejected.body.errors[field], sentences);
      }
    }
    await assertUnchanged();
  });

  it('are answered with our name for what other APIs call something else, and with its place', async () => {
    const { assertUnchanged } = await snapshot();
    for (const [path, json, sent, meant] of [
      ['/blocks', { type: 'links' }, 'type', 'block'],
      ['/blocks', { block: 'links', title: 'x' }, 'title', 'name'],
      ['/blocks', { block: 'text', content: 'x' }, 'content', 'blocks.content'],
      ['/blocks', { block: 'text', text: 'x' }, 'text', 'blocks.content'],
      ['/blocks', { block: 'links', layout: 'grid' }, 'layout', 'settings.layout'],
      ['/blocks', { block: 'links', description: 'x' }, 'description', 'subheading'],
      ['/blocks', { block: 'links', links: [] }, 'links', 'items'],
      ['/blocks', { block: 'links', visible: false }, 'visible', 'settings.enabled'],
      ['/blocks', { block: 'countdown', date: 'x' }, 'date', 'blocks.content.until'],
      ['/blocks', { block: 'links', items: [{}, { caption: 'x' }] }, 'items.1.caption', 'items.1.content.caption'],
      ['/blocks', { block: 'links', items: [{ title: 'x' }] }, 'items.0.title', 'items.0.content.caption'],
      ['/blocks', { block: 'links', items: [{ url: 'x' }] }, 'items.0.url', 'items.0.link'],
      ['/blocks', { block: 'links', items: [{ from: 'x' }] }, 'items.0.from', 'items.0.settings.from'],
      [
        '/blocks',
        { block: 'links', items: [{ settings: { start: 'x' } }] },
        'items.0.settings.start',
        'items.0.settings.from',
      ],
      ['/blocks', { block: 'image', items: [{ alt: 'x' }] }, 'items.0.alt', 'items.0.content.alt'],
      [`/blocks/${ada.block}/items`, { title: 'x' }, 'title', 'content.caption'],
      [`/blocks/${ada.block}/items/${ada.item}`, { image: 'x' }, 'image', 'thumbnail'],
      [`/links/${ada.item}`, { link: 'https://x.example/' }, 'link', 'url'],
      ['/user/profile', { description: 'x' }, 'description', 'bio'],
      ['/user/background', { color: '#ffffff' }, 'color', 'settings.solid.color'],
      ['/analytics/shares', { title: 'x' }, 'title', 'name'],
      [
        '/page/import',
        { document: { version: 1, blocks: [{ block: 'heading', title: 'x' }] } },
        'document.blocks.0.title',
        'document.blocks.0.name',
      ],
    ] as [path: string, json: Fields, sent: string, meant: string][]) {
      const answer = await post(ada, path, json);
      assertError(answer, 422, 'invalid');
      assert.deepEqual(answer.body.errors[sent], [`\`${sent}\` is not a field; did you mean \`${meant}\`?`], path);
    }
    for (const [flat, outer] of [
      ['items.1.caption', 'items'],
      ['items[1][caption]', 'items'],
      ['settings.layout', 'settings'],
    ] as const) {
      await assertRejected(
        'POST /blocks',
        { key: ada.key, json: { block: 'links', [flat]: 'grid' } },
        { [flat]: [`\`${flat}\` is not a field; send it inside \`${outer}\`, as nested JSON.`] },
      );
    }
    await assertUnchanged();
  });

  it('are rejected by every write, for each misspelt field', async () => {
    const { assertUnchanged } = await snapshot();
    for (const { method, path, operation } of writes.filter((one) => !isPixelWrite(one.operation))) {
      const ask = askFor(operation);
      const request = requestOf(method, path, ask, ada);
      const valid = (await jsonFor(api, ask, ada)) ?? {};
      if (!ask.sendsFile) {
        const unknown = { key: ada.key, json: { ...valid, unheardOf: 1 } };
        await assertRejected(request, unknown, { unheardOf: ['`unheardOf` is not a field.'] });
      }
      for (const [fields, wrong, right] of misspelt(ask.sendsFile ? { name: 'x' } : valid)) {
        const options = ask.sendsFile ? fileFrom(ada.key, fields) : { key: ada.key, json: fields };
        const answer = await api.call(request, options);
        assert.equal(answer.status, 422, `${request}: ${answer.text}`);
        const sentence = `\`${wrong}\` is not a field; did you mean \`${right}\`?`;
        assert.deepEqual(answer.body.errors[wrong], [sentence], request);
      }
    }
    await assertUnchanged();
  });

  it('are rejected in blocks and items of every type', async () => {
    const blocks = await read(eve, '/blocks?results_per_page=100');
    for (const block of blocks) {
      for (const [fields, wrong] of misspelt({ name: 'x', blocks: block.blocks, settings: block.settings })) {
        const answer = await post(eve, `/blocks/${block.id}`, fields);
        assertError(answer, 422, 'invalid');
        assert.ok(wrong in answer.body.errors, answer.text);
      }
      // The items of a block have the same fields.
      for (const { id, content, settings, element } of block.items.slice(0, 1)) {
        for (const [fields, wrong] of misspelt({ content, settings, element })) {
          const answer = await post(eve, `/blocks/${block.id}/items/${id}`, fields);
          assertError(answer, 422, 'invalid');
          assert.ok(wrong in answer.body.errors, answer.text);
        }
      }
    }
    assert.deepEqual(await read(eve, '/blocks?results_per_page=100'), blocks);
  });

  for (const { method, path, operation } of writes.filter((one) => readsAt.has(readPath(one.path)))) {
    it(`do not include the fields of a GET response sent to ${method} ${path}`, async () => {
      const isGone = originalOf(operation).startsWith('delete');
      const own = isGone ? await markedAccount(api, `own${nextRange()}`, range) : bea;
      const ask: OperationInput = askFor(operation);
      const request = requestOf(method, path, ask, own);
      const read = requestOf('GET', readPath(path), ask, own);
      const readRecord = async () => (await api.call(read, { key: own.key })).body.response;
      const record = await readRecord();
      const sent = Array.isArray(record) ? ((await jsonFor(api, ask, own)) ?? {}) : record;
      const options = ask.sendsFile ? fileFrom(own.key, record[0]) : { key: own.key, json: sent };
      const answer: Answer = await api.call(request, options);
      assert.equal(answer.status, 200, answer.text);
      if (originalOf(operation).startsWith('edit')) assert.deepEqual(await readRecord(), record);
      // Waits until the export is made.
      if (operation.operationId === 'startAccountExport') await api.upkeep();
    });
  }

  it('do not include the fields of a GET response, for blocks and items of every type', async () => {
    const list = '/blocks?results_per_page=100';
    const blocks = await read(eve, list);
    const types = new Set(blocks.map(({ block }: { block: string }) => block));
    assert.deepEqual(types, new Set(blockTypes));
    for (const block of blocks) {
      assert.equal((await post(eve, `/blocks/${block.id}`, block)).status, 200);
      for (const item of block.items) {
        assert.equal((await post(eve, `/blocks/${block.id}/items/${item.id}`, item)).status, 200);
      }
    }
    assert.deepEqual(await read(eve, list), blocks);

    const bob = await api.account('bob');
    for (const block of blocks) {
      const created = await post(bob, '/blocks', block);
      assert.equal(created.status, 200, created.text);
      const { id } = created.body.response;
      for (const item of block.items) {
        const { status, text } = await post(bob, `/blocks/${id}/items`, item);
        assert.equal(status, 200, text);
      }
    }
    const document = await read(eve, '/page');
    const { body } = await post(eve, '/page/import', { document });
    assert.deepEqual(body.response.changes, []);
  });

  it('include items in the edit of a block, unless they are as they were read', async () => {
    const { body } = await post(eve, '/blocks', { block: 'links', items: [{ content: { caption: 'Shop' } }] });
    const path = `/blocks/${body.response.id}`;
    const record = await read(eve, path);
    const [item] = record.items;
    const errors = {
      items: [
        'The field items cannot be changed here: edit items with `POST /blocks/{block_id}/items/{item_id}`, and add them with `POST /blocks/{block_id}/items`.',
      ],
    };
    for (const items of [
      [{}],
      [],
      null,
      7,
      [{ ...item, content: { caption: 'Store' } }],
      [item, item],
      [{ id: item.id }],
    ]) {
      await assertRejected(`PATCH ${path}`, { key: eve.key, json: { name: 'Changed', items } }, errors);
    }
    assert.deepEqual(await read(eve, path), record);
    const { status, text } = await post(eve, path, { ...record, name: 'Changed' });
    assert.equal(status, 200, text);
    assert.equal((await read(eve, path)).name, 'Changed');
  });

  it('do not include keys that are already stored in the block', async () => {
    const { body } = await post(eve, '/blocks', { block: 'links', items: [{}] });
    const { id } = body.response;
    await api.store.write(eve.id, (tx) => updateBlock(tx, eve.id, id, { settings: '{"layout":"grid","legacy":1}' }));
    const record = await read(eve, `/blocks/${id}`);
    assert.deepEqual(record.settings, { layout: 'grid', legacy: 1 });
    assert.equal((await post(eve, `/blocks/${id}`, record)).status, 200);
    assertError(await post(eve, `/blocks/${id}`, { settings: { other: 1 } }), 422, 'invalid');
  });

  it('are reported after the id, together with other errors', async () => {
    assertError(await post(ada, '/blocks/99999999', { nmae: 'x' }), 404, 'not_found');
    assertError(await post(ada, '/links/99999999', { slgu: 'x' }), 404, 'not_found');
    for (const [path, json, fields] of [
      ['/user/profile', { biog: 'x', name: 7 }, ['biog', 'name']],
      [`/blocks/${ada.block}`, { nmae: 'x', subheading: 7 }, ['nmae', 'subheading']],
      [`/links/${ada.item}`, { slgu: 'x', url: 7 }, ['slgu', 'url']],
    ] as const) {
      const answer = await post(ada, path, json);
      assertError(answer, 422, 'invalid');
      assert.deepEqual(Object.keys(answer.body.errors), fields);
    }
  });

  it('are rejected in forms as in JSON', async () => {
    const { assertUnchanged } = await snapshot();
    const form = { key: ada.key, form: { biog: 'x' } };
    await assertRejected('POST /user/profile', form, {
      biog: ['`biog` is not a field; did you mean `bio`?'],
    });
    const calls = uploadCalls(() => api);
    const stored = await calls.stored();
    await assertRejected('POST /uploads', fileFrom(ada.key, { nane: 'x' }), {
      nane: ['`nane` is not a field; did you mean `name`?'],
    });
    assert.deepEqual([await calls.stored(), await calls.staged()], [stored, []]);
    await assertUnchanged();
  });

  it('are ignored by pixels, as the API reference says', async () => {
    for (const method of ['POST', 'PATCH']) {
      const options = { key: ada.key, json: { name: method, nmae: 'x' } };
      const { status, text } = await api.call(`${method} /pixels/${ada.pixel}`, options);
      assert.equal(status, 200, text);
      assert.equal((await read(ada, `/pixels/${ada.pixel}`)).name, method);
    }
  });

  it('may have hostile names, and at most twenty are listed', async () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, number) => [`f${number}`, 0]));
    const answer = await post(ada, '/user/profile', many);
    assertError(answer, 422, 'invalid');
    assert.equal(Object.keys(answer.body.errors).length, 20);

    const headers = { 'content-type': 'application/json' };
    for (const [payload, fields] of [
      ['{"__proto__":{"bio":"x"}}', ['__proto__']],
      ['{"constructor":1,"toString":2,"hasOwnProperty":3}', ['constructor', 'toString', 'hasOwnProperty']],
      ['{"":1,"\\u0000\\ud800":2}', ['', '��']],
      [`{"${'n'.repeat(500_000)}":1}`, [`${'n'.repeat(200)}…`]],
    ] as const) {
      for (const path of ['/user/profile', `/blocks/${ada.block}`, `/blocks/${ada.block}/duplicate`]) {
        const rejected = await api.call(`POST ${path}`, { key: ada.key, headers, payload });
        assertError(rejected, 422, 'invalid');
        assert.deepEqual(Object.keys(rejected.body.errors), fields);
      }
    }
  });

  it('include body fields in the query string of a write', async () => {
    const { assertUnchanged } = await snapshot();
    const errors = { last_id: ['`last_id` must be in the body, not in the query string.'] };
    for (const request of [`DELETE /blocks/${ada.form}/entries`, `POST /blocks/${ada.form}/entries/delete`]) {
      await assertRejected(`${request}?last_id=1`, { key: ada.key }, errors);
    }
    await assertRejected(
      `PATCH /blocks/${ada.block}?name=x`,
      { key: ada.key, json: {} },
      {
        name: ['`name` must be in the body, not in the query string.'],
      },
    );
    await assertUnchanged();
  });
});

/** Copies of the value with one name misspelt, for each name in it, by path. */
function* misspelt(fields: Fields): Generator<[fields: Fields, wrong: string, right: string]> {
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'document') continue;
    const { [name]: _, ...others } = fields;
    yield [{ ...others, [`${name}x`]: value }, `${name}x`, name];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const [inner, wrong, right] of misspelt(value as Fields)) {
      yield [{ ...others, [name]: inner }, `${name}.${wrong}`, `${name}.${right}`];
    }
  }
}

/** The path that reads the record which a write changes. */
function readPath(path: string): string {
  return path.replace(/\/delete$/, '');
}

let range = 100_000_000;
function nextRange(): number {
  range += 1_000_000;
  return range;
}
