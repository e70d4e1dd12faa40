import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { type Account, type Answer, type Api, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { wholePage } from '../../support/pages/whole-page.ts';

const docs = (file: string) => new URL(`../../../docs/${file}`, import.meta.url);
const link = (caption: string, slug: string) => ({ caption, link: `https://example.com/${slug}`, slug });

for (const engine of enginesOf(import.meta.url)) {
  describe(`Invalid page documents on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      const { status, text } = await api.call('POST /page/import', { key: ada.key, json: { document: wholePage } });
      assert.equal(status, 200, text);
    });
    after(() => api.close());

    const page = (account: Account) => api.call('GET /page', { key: account.key });

    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const hostile: [string, string, number, string[]?][] = [
      ['an empty body', '{}', 422, ['document']],
      ['a document and a text together', '{"document":{"version":1},"format":"links","text":"x"}', 422, ['document']],
      ['a text in no known format', '{"text":"only words"}', 422, ['format']],
      ['an unknown format', '{"text":"x","format":"myspace"}', 422, ['format']],
      ['a list', '{"document":[]}', 422, ['document']],
      ['no version', '{"document":{}}', 422, ['document.version']],
      ['another version', '{"document":{"version":2}}', 422, ['document.version']],
      ['a misspelt field', '{"document":{"version":1,"blcoks":[]}}', 422, ['document.blcoks']],
      [
        'properties of prototypes',
        '{"document":{"version":1,"__proto__":{"version":1},"blocks":[{"block":"links","constructor":1,"settings":{"__proto__":{}}},{"block":"toString"}]}}',
        422,
        [
          'document.__proto__',
          'document.blocks.0.constructor',
          'document.blocks.0.settings.__proto__',
          'document.blocks.1.block',
        ],
      ],
      ['100,000 blocks', `{"document":{"version":1,"blocks":[${'{},'.repeat(99_999)}{}]}}`, 422, ['document.blocks']],
      ['deep nesting', `{"document":{"version":1,"blocks":${deep}}}`, 422, ['document.blocks.0']],
      [
        'deep nesting instead of text',
        `{"document":{"version":1,"profile":{"bio":${deep}}}}`,
        422,
        ['document.profile.bio'],
      ],
      [
        'wrong types',
        '{"document":{"version":1,"profile":7,"pixels":{}}}',
        422,
        ['document.pixels', 'document.profile'],
      ],
      [
        'a slug twice, and one without a link',
        JSON.stringify({
          document: {
            version: 1,
            blocks: [{ block: 'links', items: [link('A', 'a'), link('B', 'a'), { slug: 'c' }] }],
          },
        }),
        422,
        ['document.blocks.0.items.1.slug', 'document.blocks.0.items.2.slug'],
      ],
      [
        'a javascript: link',
        '{"document":{"version":1,"blocks":[{"block":"links","items":[{"link":"javascript:alert(1)"}]}]}}',
        422,
        ['document.blocks.0.items.0.link'],
      ],
      ['invalid JSON', '{"document":', 400],
      ['more than 8 MiB', `{"document":"${'x'.repeat(8 * 1024 * 1024)}"}`, 413],
    ];
    for (const [what, payload, status, fields] of hostile) {
      it(`rejects ${what} and changes nothing`, async () => {
        const before = await page(ada);
        const headers = { 'content-type': 'application/json' };
        const answer: Answer = await api.call('POST /page/import', { key: ada.key, headers, payload });
        assert.equal(answer.status, status, answer.text.slice(0, 500));
        if (fields) assert.deepEqual(Object.keys(answer.body.errors).sort(), fields);
        assert.equal((await page(ada)).text, before.text);
      });
    }

    it('fail the JSON Schema for editors, which accepts an export', async () => {
      const { payload, headers } = await api.app.inject({ method: 'GET', url: '/page.schema.json' });
      assert.match(String(headers['content-type']), /^application\/schema\+json/);
      const schema = JSON.parse(payload);
      const committed = JSON.parse(readFileSync(docs('page.schema.json'), 'utf8'));
      assert.ok(
        isDeepStrictEqual(schema, committed),
        'docs/page.schema.json is out of date: run "npm run page-schema"',
      );
      const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
      addFormats.default(ajv);
      const isValid = ajv.compile(schema);
      assert.ok(isValid(wholePage), ajv.errorsText(isValid.errors));
      const [, example] = /```json\n(.+?)```/s.exec(readFileSync(docs('page-document.md'), 'utf8'))!;
      assert.ok(isValid(JSON.parse(example!)), ajv.errorsText(isValid.errors));
      assert.ok(!isValid({ version: 1, blocks: [{ block: 'links', nmae: 'x' }] }));
    });
  });
}
