// What `/` of the pages' origin shows, on both stores: the home page with a live example, or what HOME_PAGE says.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { suspendAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';

const person = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', accept: 'text/html' };

for (const engine of engines) {
  async function opened(t: TestContext, environment: Record<string, string> = {}) {
    const api = await openApi(engine, { DASHBOARD_URL: 'https://my.links.example', ...environment });
    t.after(() => api.close());
    const home = (headers: Record<string, string> = {}) =>
      api.app.inject({ url: '/', headers: { ...person, ...headers } });
    const views = async (key: string) => {
      await api.visits.aggregateAll();
      return (await api.call('GET /analytics/views', { key })).body.response;
    };
    return { api, home, views };
  }

  describe(`the home page, on ${engine.name}`, () => {
    it('leads to the dashboard, and sets no cookie', async (t) => {
      const { home } = await opened(t);
      const answer = await home();
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.match(answer.body, /<form class="claim" action="https:\/\/my\.links\.example\/sign-up" method="get">/);
      assert.match(answer.body, /<a class="sign-in" href="https:\/\/my\.links\.example\/sign-in">/);
      assert.match(answer.body, /<span id="host">links\.example\/<\/span>/);
      assert.doesNotMatch(answer.body, /<script/);
      const policy = String(answer.headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; /);
      assert.match(policy, /form-action https:\/\/my\.links\.example; frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /script-src|unsafe/);
    });

    it('offers no sign-up that would be refused', async (t) => {
      for (const SIGNUP of ['invite', 'closed']) {
        const { home } = await opened(t, { SIGNUP });
        const answer = await home();
        assert.doesNotMatch(answer.body, /sign-up|<form/);
        assert.match(answer.body, /<a class="go" href="https:\/\/my\.links\.example\/sign-in">/);
        assert.match(String(answer.headers['content-security-policy']), /form-action 'none'/);
      }
    });

    it('leads to /dashboard/ if there is one origin', async (t) => {
      const { home } = await opened(t, { DASHBOARD_URL: 'https://links.example' });
      const { body } = await home();
      assert.match(body, /action="https:\/\/links\.example\/dashboard\/sign-up"/);
      assert.match(body, /href="https:\/\/links\.example\/dashboard\/sign-in"/);
    });

    it('is not sent again to a browser that has it', async (t) => {
      const { home } = await opened(t);
      const zipped = { 'accept-encoding': 'gzip' };
      const first = await home(zipped);
      assert.equal(first.headers['content-encoding'], 'gzip');
      assert.equal((await home({ ...zipped, 'if-none-match': String(first.headers.etag) })).statusCode, 304);
      assert.notEqual((await home()).headers.etag, first.headers.etag);
    });

    it('shows a drawing while there is no page', async (t) => {
      const { home } = await opened(t);
      const { body } = await home();
      assert.doesNotMatch(body, /<iframe/);
      assert.match(body, /Your page could look like this\./);
    });

    it('shows the first page that search engines may show', async (t) => {
      const { api, home } = await opened(t);
      const hidden = await api.account('hidden');
      const closed = await api.account('closed');
      await api.account('ada');
      await api.account('bob');
      const seo = await api.call('POST /user/seo', { key: hidden.key, json: { block_engine: '1' } });
      assert.equal(seo.status, 200, seo.text);
      await suspendAccount(api.store, closed.id, commandLine, api.clock.now);
      const { body } = await home();
      assert.match(body, /<iframe src="\/ada" title="The page of ada" sandbox="allow-same-origin"/);
    });

    it("shows the demo account's page rather than any other", async (t) => {
      const { api, home } = await opened(t);
      await api.account('ada');
      await api.account('demo');
      assert.match((await home()).body, /<iframe src="\/demo"/);
    });
  });

  describe(`a page in a frame, on ${engine.name}`, () => {
    it('is no visit, and has neither pixels nor a script', async (t) => {
      const { api, views } = await opened(t);
      const { key } = await api.account('ada');
      const pixel = { name: 'Shop', type: 'facebook', pixel_id: '123456789' };
      assert.equal((await api.call('POST /pixels', { key, json: pixel })).status, 200);
      const ask = (headers: Record<string, string>) =>
        api.app.inject({ url: '/ada', headers: { ...person, ...headers } });
      const framed = await ask({ 'sec-fetch-dest': 'iframe' });
      assert.equal(framed.headers['fingerpost-visit'], 'framed');
      assert.doesNotMatch(framed.body, /facebook|<script>/);
      assert.doesNotMatch(String(framed.headers['content-security-policy']), /script-src/);
      const seen = await ask({ 'sec-fetch-dest': 'document' });
      assert.equal(seen.headers['fingerpost-visit'], 'counted');
      assert.match(seen.body, /facebook/);
      assert.match(seen.body, /<script>/);
      assert.equal((await views(key)).getviews.visits, 1);
    });
  });

  describe(`HOME_PAGE, on ${engine.name}`, () => {
    it('redirects to the reference, or to another site', async (t) => {
      const docs = await (await opened(t, { HOME_PAGE: 'docs' })).home();
      assert.deepEqual([docs.statusCode, docs.headers.location], [302, '/docs']);
      const site = await (await opened(t, { HOME_PAGE: 'https://example.com/hello' })).home();
      assert.deepEqual([site.statusCode, site.headers.location], [302, 'https://example.com/hello']);
    });

    it('shows the page of an account, and counts the visit', async (t) => {
      const { api, home, views } = await opened(t, { HOME_PAGE: 'ada' });
      const { key } = await api.account('ada');
      const answer = await home();
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['fingerpost-visit'], 'counted');
      assert.match(answer.body, /<title>The ada<\/title>/);
      assert.match(answer.body, /rel="canonical" href="https:\/\/links\.example\/ada"/);
      assert.equal((await views(key)).getviews.visits, 1);
    });

    it('shows the home page until there is such an account', async (t) => {
      const { api, home } = await opened(t, { HOME_PAGE: 'ada' });
      assert.match((await home()).body, /Choose your address/);
      const { id } = await api.account('ada');
      assert.match((await home()).body, /<title>The ada<\/title>/);
      await suspendAccount(api.store, id, commandLine, api.clock.now);
      assert.equal((await home()).statusCode, 410);
    });
  });
}
