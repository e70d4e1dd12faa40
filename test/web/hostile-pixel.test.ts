// A pixel with a hostile script, on a page that somebody visits who is signed in to the dashboard. The script runs on the
// pages' origin, another port of the same host, so browsers send the session cookie with its requests. It can read and change nothing.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { type Belongings, belongings, type MarkedAccount, markedAccount } from '../fuzz/marked-account.ts';
import type { Account } from '../support/api.ts';
import type { Window } from '../support/browser.ts';
import { jsonFor, operationInputs, requestOf } from '../support/every-operation.ts';
import { allOperations } from '../support/openapi.ts';
import { suiteScope } from '../support/server.ts';
import { linkToken, signedInByLink } from '../support/signed-in.ts';
import { hostilePixel, type Target } from './hostile-pixel.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';

const SESSION = 'fingerpost.session';
const TAG_MANAGER = 'https://www.googletagmanager.com/';

/** Without TLS, browsers trust the first name only. With reads at the other one, they do not say where they come from. */
const hosts = ['localhost', 'fingerpost.lan'] as const;
for (const host of hosts) describe(`A hostile pixel on ${host}`, () => attacksOn(host));

/** Without TLS, Chrome ignores Cross-Origin-Opener-Policy. */
const seenByOpeners = ['/ has frames', '/ stays connected to its opener'];

function attacksOn(host: (typeof hosts)[number]): void {
  const scope = suiteScope();
  let site: DashboardSite;
  let victim: MarkedAccount;
  let mallory: Account;
  let window: Window;
  let dashboard: Tab;
  let page: Tab;
  let target: Target;
  let owned: Belongings;
  /** What came to the dashboard from elsewhere: preflights, and requests with its session cookie. */
  const arrived: string[] = [];

  before(async () => {
    site = await openDashboardSite(scope, {}, host);
    const { api } = site;
    victim = await markedAccount(api, 'heliotrope', 70_000_000);
    mallory = await api.account('mallory');
    const pixel = { name: 'Tags', type: 'google_tag_manager', pixel_id: 'GTM-HOSTILE' };
    assert.equal((await api.call('POST /pixels', { key: mallory.key, json: pixel })).status, 200);
    const items = [{ link: `${site.url}/api/v1/user`, slug: 'to-the-api', content: { caption: 'API' } }];
    assert.equal((await api.call('POST /blocks', { key: mallory.key, json: { block: 'links', items } })).status, 200);
    window = await site.browser.open({ width: 1280 });
    dashboard = window.tab;
    await dashboard.goto(`${site.url}/sign-in`);
    const token = await linkToken(api, victim);
    assert.equal((await ask('POST /auth/sign-in/link', { token })).status, 200);
    page = await window.context.newPage();
    target = { dashboard: site.url, requests: await everyRequest(), redirect: '/mallory/to-the-api' };
    owned = await belongings(api.store, victim.id);
    (await api.dashboard()).server.on('request', ({ method, url, headers }) => {
      const isOwn = headers['sec-fetch-site'] === 'same-origin' || headers['fingerpost-dashboard'] === '1';
      const hasCookie = headers.cookie?.includes(`${SESSION}=`);
      if (!isOwn && (hasCookie || method === 'OPTIONS')) arrived.push(`${method} ${url}`);
    });
    await visit();
  });

  /** Every operation, with the ids of the victim. */
  async function everyRequest(): Promise<Target['requests']> {
    const requests = [];
    for (const { method, path, operation } of allOperations) {
      const known = operationInputs[operation['x-alias-of'] ?? operation.operationId];
      const [, filled] = requestOf(method, path, { path: () => ({ id: '1' }), ...known }, victim).split(' ');
      const json = known ? await jsonFor(site.api, known, victim) : { username: victim.username, name: 'Taken over' };
      requests.push({ method, path: filled!, json: json && JSON.stringify(json) });
    }
    return requests;
  }

  /** The page as the vendor's script sees it, without the policy of the page, which stops some of the attacks as well. */
  async function visit(): Promise<void> {
    // Without TLS, a page that is intercepted gets no permission to use the network of this machine.
    if (host !== 'localhost') {
      await page.goto(`${site.pagesUrl}/robots.txt`);
      await page.evaluate(`${hostilePixel}; undefined`);
      return;
    }
    await window.context.route(`${TAG_MANAGER}gtm.js*`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: hostilePixel }),
    );
    await window.context.route(`${site.pagesUrl}/mallory`, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    // The browser does not see that the page is of this machine as well.
    await window.context.grantPermissions(['local-network-access'], { origin: site.pagesUrl });
    await page.goto(`${site.pagesUrl}/mallory`);
    await page.waitForFunction('globalThis.hostile !== undefined');
    // While requests are intercepted, preflights are answered by the interceptor.
    await window.context.unrouteAll();
  }

  /** A request of the dashboard itself. */
  async function ask(request: string, json?: object): Promise<{ status: number; body: never }> {
    const [method, path] = request.split(' ');
    const init = {
      method,
      headers: { 'fingerpost-dashboard': '1', ...(json && { 'Content-Type': 'application/json' }) },
      ...(json && { body: JSON.stringify(json) }),
    };
    return dashboard.evaluate(
      `fetch(${JSON.stringify(`/api/v1${path}`)}, ${JSON.stringify(init)}).then(async (answer) => ({ status: answer.status, body: await answer.json() }))`,
    );
  }

  async function whoIsSignedIn(): Promise<number> {
    const { status, body } = await ask('GET /user');
    return status === 200 ? (body as { response: { id: number } }).response.id : status;
  }

  const attacks = {
    reads: 'with requests that read',
    opaqueReads: 'with reads whose answer is opaque',
    preflightedReads: 'with reads that need a preflight',
    markedReads: 'with reads that are marked as those of the dashboard',
    redirectedReads: 'with a marked read of its own origin that leads to the dashboard',
    preflightedWrites: 'with writes that need a preflight',
    simpleWrites: 'with writes that need none',
    beacons: 'with beacons',
    forms: 'with forms',
    frames: 'with the dashboard in a frame',
    windows: 'with the dashboard in a window that it opens',
    elements: 'with the API as script, picture, style sheet, module and stream of events',
  };
  for (const [attack, how] of Object.entries(attacks)) {
    it(`reads and changes nothing ${how}`, async () => {
      arrived.length = 0;
      const seen = (await page.evaluate(`hostile.${attack}(${JSON.stringify(target)})`)) as string[];
      assert.deepEqual(
        seen.filter((what) => host === 'localhost' || !seenByOpeners.includes(what)),
        [],
      );
      assert.ok(arrived.length > 0, 'nothing arrived at the dashboard');
      assert.deepEqual(await belongings(site.api.store, victim.id), owned);
      assert.equal(await whoIsSignedIn(), victim.id);
    });
  }

  it('cannot show the dashboard in its page', async () => {
    await page.evaluate(`hostile.frames(${JSON.stringify(target)})`);
    const shown = page.frames().map((frame) => frame.url());
    assert.ok(shown.length > 3);
    assert.deepEqual(
      shown.filter((address) => address.startsWith(site.url) && !address.startsWith(`${site.url}/api/`)),
      [],
    );
  });

  it('finds no session on the pages’ origin, though the cookie is sent there', async () => {
    const answer = `fetch('/api/v1/user').then(async (answer) => [answer.status, await answer.text()])`;
    const [status, text] = (await page.evaluate(answer)) as [number, string];
    assert.equal(status, 401);
    assert.doesNotMatch(text, victim.mark);
  });

  it('cannot read the session cookie or replace it', async () => {
    const before = await sessionCookies();
    assert.deepEqual(
      before.map(({ httpOnly, path, sameSite }) => ({ httpOnly, path, sameSite })),
      [{ httpOnly: true, path: '/', sameSite: 'Lax' }],
    );
    const { cookies } = await signedInByLink(site.api, mallory);
    const stolen = await page.evaluate(`(async () => {
      document.cookie = '${SESSION}=${cookies.get(SESSION)}; path=/';
      document.cookie = '${SESSION}=; path=/; max-age=0';
      await globalThis.cookieStore?.delete('${SESSION}').catch(() => {});
      const stored = await globalThis.cookieStore?.getAll().catch(() => []);
      return document.cookie + JSON.stringify(stored ?? []);
    })()`);
    assert.doesNotMatch(String(stolen), /fingerpost/);
    assert.deepEqual(await sessionCookies(), before);
    assert.equal(await whoIsSignedIn(), victim.id);
  });

  it('cannot make the dashboard use a session of its own beside the visitor’s', async () => {
    const { cookies } = await signedInByLink(site.api, mallory);
    for (const path of ['/api', '/api/v1/', '/api/v1/user']) {
      await page.evaluate(`document.cookie = '${SESSION}=${cookies.get(SESSION)}; path=${path}'`);
      assert.equal((await sessionCookies('/api/v1/user')).length, 2, path);
      assert.equal(await whoIsSignedIn(), 401, path);
      // The answer has removed the other one.
      assert.equal(await whoIsSignedIn(), victim.id, path);
    }
    assert.deepEqual(await belongings(site.api.store, victim.id), owned);
  });

  async function sessionCookies(path = '/') {
    const all = await window.context.cookies(site.url + path);
    return all.filter(({ name }) => name === SESSION);
  }
}
