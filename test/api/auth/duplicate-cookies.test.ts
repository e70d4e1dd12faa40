// Cookie tossing: a script on another port, or on a parent domain, sets a second session cookie for the dashboard's host.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { type Browser, PASSWORD, type Person, signUp } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';

const NAME = '__Host-fingerpost.session';
const DASHBOARD = 'https://my.links.example';

for (const engine of enginesOf(import.meta.url)) {
  describe(`A second session cookie on ${engine.name}`, () => {
    let api: Api;
    let ada: Person;
    let mallory: Person;
    before(async () => {
      api = await openApi(engine, { DASHBOARD_URL: DASHBOARD });
      ada = await signUp(api, 'ada');
      mallory = await signUp(api, 'mallory');
    });
    after(() => api.close());

    const sessionOf = ({ cookies }: Browser) => `${NAME}=${cookies.get(NAME)}`;
    const both = () => [
      [sessionOf(mallory.browser), sessionOf(ada.browser)].join('; '),
      [sessionOf(ada.browser), sessionOf(mallory.browser)].join('; '),
    ];
    const removed = (headers: object) => [(headers as { 'set-cookie'?: string[] })['set-cookie'] ?? []].flat();

    it('makes a request one without a session, whichever comes first', async () => {
      for (const cookie of [...both(), `${sessionOf(ada.browser)}; ${NAME}=`, `${NAME}=x; ${sessionOf(ada.browser)}`]) {
        const headers = { cookie };
        assertError(await ada.browser.copy().call('GET /user', { headers }), 401, 'unauthenticated');
        const edit = ada.browser.copy().call('POST /user/profile', { headers, json: { bio: 'Whose?' } });
        assertError(await edit, 401, 'unauthenticated');
        const { body } = await ada.browser.copy().call('GET /auth/settings', { headers });
        assert.equal(body.response.signed_in, false);
      }
    });

    it('is removed by the answer, and the one of the dashboard is not', async () => {
      for (const cookie of both()) {
        const answer = await ada.browser.copy().call('GET /user', { headers: { cookie } });
        assert.deepEqual(
          removed(answer.headers),
          [
            ...['Path=/; Domain=my.links.example', 'Path=/; Domain=links.example'],
            ...['/api', '/api/', '/api/v1', '/api/v1/', '/api/v1/user'].flatMap((path) => [
              `Path=${path}`,
              `Path=${path}; Domain=my.links.example`,
              `Path=${path}; Domain=links.example`,
            ]),
          ].map((rest) => `${NAME}=; Max-Age=0; ${rest}; Secure`),
        );
      }
      assert.deepEqual(removed((await ada.browser.call('GET /user')).headers), []);
    });

    it('does not keep anybody from signing in', async () => {
      const browser = ada.browser.copy();
      const [cookie] = both();
      const json = { email: ada.email, password: PASSWORD };
      const answer = await browser.call('POST /auth/sign-in', { headers: { cookie: cookie! }, json });
      assert.equal(answer.status, 200, answer.text);
      const own = removed(answer.headers).filter((header) => !header.includes('Max-Age=0'));
      const fresh = own.find((header) => header.startsWith(`${NAME}=`))!;
      assert.match(fresh, /; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      const headers = { cookie: fresh.split(';', 1)[0]! };
      const { body } = await browser.call('GET /user', { headers });
      assert.equal(body.response.id, ada.id);
    });

    it('is ignored on the pages’ origin, where no cookie is set', async () => {
      for (const cookie of both()) {
        const answer = await ada.browser.copy().call('GET /user', { headers: { cookie }, app: api.app });
        assertError(answer, 401, 'unauthenticated');
        assert.deepEqual(removed(answer.headers), []);
      }
    });
  });
}
