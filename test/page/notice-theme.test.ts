// Notices that belong to a page have its look, others that of the service, on both stores.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { suspendAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { type Account, type Api, NOON, openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';

const SERVICE_GREEN = /--accent:#1f5b41[\s\S]*prefers-color-scheme:dark[\s\S]*--accent:#72d2a0/;

for (const engine of enginesOf(import.meta.url)) {
  describe(`The look of a notice on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let form: number;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      form = await created({ block: 'contact_form', name: 'Write to me' });
      const links = await created({ block: 'links' });
      const link = {
        content: { caption: 'Adult' },
        link: 'https://adult.example/',
        slug: 'adult',
        settings: { sensitive: true },
      };
      await made(`POST /blocks/${links}/items`, link);
    });
    after(() => api.close());

    async function made(operation: string, json: unknown) {
      const { status, body, text } = await api.call(operation, { key: ada.key, json });
      assert.equal(status, 200, text);
      return body.response;
    }

    async function created(block: object): Promise<number> {
      return (await made('POST /blocks', block)).id;
    }

    /** The style of a page, which its policy allows. */
    async function styleOf(url: string, status: number, method: 'GET' | 'POST' = 'GET'): Promise<string> {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await api.app.inject({ method, url, ...(method === 'POST' && { headers, payload: 'email=no' }) });
      assert.equal(answer.statusCode, status, url);
      const style = /<style>([\s\S]*)<\/style>/.exec(answer.payload)![1]!;
      const policy = String(answer.headers['content-security-policy']);
      assert.ok(policy.includes(`'sha256-${hash('sha256', style, 'base64')}'`), url);
      return style;
    }

    const ofThePage: [what: string, url: () => string, status: number, method?: 'POST'][] = [
      ['before a sensitive link', () => '/ada/adult', 200],
      ['after a form', () => `/ada/forms/${form}/sent`, 200],
      ['that is a form', () => `/ada/forms/${form}`, 200],
      ['that is a form with errors', () => `/ada/forms/${form}`, 422, 'POST'],
      ['about an unknown link', () => '/ada/nowhere', 404],
      ['about an unknown form', () => '/ada/forms/999999999', 404],
    ];
    for (const [what, url, status, method] of ofThePage) {
      it(`is that of the page ${what}`, async () => {
        await made('POST /user/customize', { theme: 'bulletin', texts_color: null });
        const yellow = await styleOf(url(), status, method);
        assert.match(yellow, /color-scheme:light;--bg:#ffd84d;--surface:#ffffff;--text:#111111/);
        assert.match(yellow, /@font-face\{font-family:"Space Grotesk"/);
        await made('POST /user/customize', { theme: 'signpost' });
        const signpost = await styleOf(url(), status, method);
        assert.match(signpost, /color-scheme:light dark;--bg:#f5f1e8/);
        assert.match(signpost, /@media \(prefers-color-scheme:dark\)\{:root\{--bg:#101814/);
        for (const style of [yellow, signpost]) assert.doesNotMatch(style, /#3747c9|#1f5b41/);
      });
    }

    it('has the colours of the background, but no picture', async () => {
      const gradient = { color_1: '#102030', color_2: '#203040' };
      await made('POST /user/background', { type: 'gradient', settings: { gradient } });
      assert.match(await styleOf('/ada/adult', 200), /body\{background:linear-gradient\(160deg,#102030,#203040\)\}/);
      const image = { source: 'external', external_url: 'https://chosen.example/a.jpg' };
      await made('POST /user/background', { type: 'image', settings: { image } });
      const style = await styleOf('/ada/adult', 200);
      assert.match(style, /--bg:#f5f1e8/);
      assert.doesNotMatch(style, /chosen\.example/);
    });

    it('is that of the service without a page, or if it is closed', async () => {
      for (const url of ['/nobody', '/nobody/adult']) assert.match(await styleOf(url, 404), SERVICE_GREEN);
      await suspendAccount(api.store, ada.id, commandLine, NOON);
      assert.match(await styleOf('/ada', 410), SERVICE_GREEN);
    });
  });
}
