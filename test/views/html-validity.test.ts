// Every HTML page of the service is valid: elements nest correctly, ids are unique, and no role is forbidden or
// redundant.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { type Account, type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { document } from '../support/openapi.ts';
import { wholePage } from '../support/pages/whole-page.ts';

const standard = new HtmlValidate({ extends: ['html-validate:standard'] });
/** The reference must follow best practice too. Its code panels scroll, so they are named groups. */
const recommended = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: { 'doctype-style': 'off', 'prefer-native-element': ['error', { exclude: ['group'] }] },
});

const tags = (document as unknown as { tags: { name: string }[] }).tags.map(({ name }) => name.toLowerCase());

describe('HTML', () => {
  let api: Api;
  let ada: Account;
  before(async () => {
    api = await openApi(engines.find(({ name }) => name === 'sqlite')!);
    ada = await api.account('ada');
    const blocks = [
      ...wholePage.blocks!,
      {
        block: 'links',
        items: [{ caption: 'Careful', link: 'https://example.com/', slug: 'careful', settings: { sensitive: true } }],
      },
    ];
    const imported = await api.call('POST /page/import', {
      key: ada.key,
      json: { document: { ...wholePage, blocks }, missing_pictures: 'leave_out' },
    });
    assert.equal(imported.status, 200, imported.text);
  });
  after(() => api.close());

  async function faultsOf(path: string, status: number, rules: HtmlValidate): Promise<string[]> {
    const answer = await api.app.inject({ url: path, headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } });
    assert.equal(answer.statusCode, status, path);
    const { results } = await rules.validateString(answer.body);
    return results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line, column }) => `${path} ${line}:${column} ${ruleId}: ${message}`),
    );
  }

  for (const path of ['/docs', ...tags.map((tag) => `/docs/${tag}`)]) {
    it(`is valid: ${path}`, async () => {
      assert.deepEqual(await faultsOf(path, 200, recommended), []);
    });
  }

  for (const [what, path, status] of [
    ['the home page', '/', 200],
    ['a page with every block', '/ada', 200],
    ['the notice before a sensitive link', '/ada/careful', 200],
    ['the notice of an unknown page', '/nobody', 404],
    ['the notice of an unknown link', '/ada/nowhere', 404],
    ['the notice of an unknown page of the reference', '/docs/nothing', 404],
  ] as const) {
    it(`is valid: ${what}`, async () => {
      assert.deepEqual(await faultsOf(path, status, standard), []);
    });
  }
});
