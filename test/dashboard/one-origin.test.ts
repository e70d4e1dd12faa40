// Pages and dashboard on one origin: what an operator with a single host name gets, and what is switched off for it.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Api } from '../support/api.ts';
import { suiteScope } from '../support/server.ts';
import { builtFolder, SCRIPT, type Served, serveDashboard } from './built.ts';

const html = { accept: 'text/html' };
const environment = { PUBLIC_URL: 'https://links.example', DASHBOARD_URL: 'https://links.example' };
const pixel = { name: 'Shop', type: 'facebook', pixel_id: '123456789' };

describe('one origin', () => {
  const scope = suiteScope();
  let ask: Served['ask'];
  let api: Api;
  let key: string;
  before(async () => {
    ({ ask, api } = await serveDashboard(scope, builtFolder(scope), { environment, site: 'pages' }));
    ({ key } = await api.account('ada'));
  });

  it('has the dashboard below /dashboard/', async () => {
    const short = await ask('GET /dashboard', html);
    assert.equal(short.status, 308);
    assert.equal(short.headers.location, '/dashboard/');
    for (const path of ['/dashboard/', '/dashboard/sign-in']) {
      const answer = await ask(`GET ${path}`, html);
      assert.equal(answer.status, 200);
      assert.match(answer.text, /<head>\s*<base href="\/dashboard\/" \/>/);
      assert.match(answer.headers['content-security-policy'] as string, /frame-ancestors 'none'/);
    }
    assert.equal((await ask('GET /dashboard/assets/index-1a2b3c.js')).text, SCRIPT);
    assert.equal((await ask('GET /dashboard/../secret.txt')).status, 404);
    assert.equal((await ask('GET /dashboard/assets/gone.js', html)).status, 404);
    const posted = await ask('POST /dashboard/sign-in', html);
    assert.equal(posted.status, 405);
  });

  it('has shared statistics below /dashboard/shared', async () => {
    const { link } = (await api.call('POST /analytics/shares', { key, json: { name: 'All' } })).body.response;
    assert.match(link, /^https:\/\/links\.example\/dashboard\/shared\/fps_\w+$/);
    const page = await ask(`GET ${new URL(link).pathname}`, html);
    assert.equal(page.status, 200);
    assert.match(page.text, /<title>Statistics of The ada<\/title>/);
  });

  it('has pages without pixels, since a script on them could use a session', async () => {
    assert.equal((await api.call('POST /pixels', { key, json: pixel })).status, 200);
    const page = await ask('GET /ada', html);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /fbq|facebook/);
    assert.doesNotMatch(page.headers['content-security-policy'] as string, /facebook/);
    assert.equal(page.headers.vary, 'Accept-Encoding, Sec-Fetch-Dest');
  });
});

describe('two origins', () => {
  it('have pages with pixels, and the dashboard elsewhere', async (t) => {
    const { ask, api } = await serveDashboard(t, builtFolder(t), { site: 'pages' });
    const { key } = await api.account('ada');
    assert.equal((await api.call('POST /pixels', { key, json: pixel })).status, 200);
    assert.match((await ask('GET /ada', html)).text, /fbq/);
    const moved = await ask('GET /dashboard', html);
    assert.equal(moved.status, 302);
    assert.equal(moved.headers.location, 'https://my.links.example/');
    assert.equal((await ask('GET /dashboard/sign-in', html)).status, 404);
  });
});
