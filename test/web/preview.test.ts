// The preview in the dashboard: what it shows, and what a page in it cannot do.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Frame, Page as Tab } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { suiteScope } from '../support/server.ts';
import { row } from './editor.ts';
import { call as callAs } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, openInTurnAs } from './visitors.ts';

const document = {
  version: 1,
  profile: { name: 'Ada Quill' },
  blocks: [
    { block: 'links', items: [{ caption: 'My shop', link: 'https://shop.example/' }] },
    { block: 'faq', items: [{ caption: 'Why?', element: { answer: 'Because.' } }] },
    { block: 'signup', name: 'Letter' },
    ...Array.from({ length: 30 }, (_, index) => ({ block: 'text', content: `Paragraph ${index}` })),
  ],
};

describe('The preview', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  /** Of tests that save nothing. */
  let shared: Awaited<ReturnType<typeof openPreview>>;
  let times = 0;
  before(async () => {
    site = await openDashboardSite(scope);
    shared = await openPreview('ada');
    assert.deepEqual([shared.forbidden, shared.errors], [[], []]);
  });

  /** The shared preview, with the page as it is saved. */
  async function refreshed() {
    const bio = `Shown ${++times} times`;
    await show(shared.tab, (await call(shared.tab, '/page/preview', { profile: { bio } })).html);
    await shared.frame.getByText(bio).waitFor();
    shared.forget();
    return shared;
  }

  /** The dashboard of somebody with a page, once the preview shows it. */
  async function openPreview(username: string) {
    const opened = await openInTurnAs(site, username, { width: 1280 });
    const { tab } = opened;
    await callAs(opened, site, 'POST /page/import', { document });
    await tab.goto(`${site.url}/`);
    await tab.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Ada Quill' }).waitFor();
    const frame = tab.frames().find((one) => one.url() === `${site.url}/preview`)!;
    return { ...opened, frame };
  }

  it('is requested together with its frame, once, and its place has the colours of the page meanwhile', async () => {
    for (const width of [1280, 390]) await requestsTogether(width);
  });

  async function requestsTogether(width: number): Promise<void> {
    const username = `bo${width}`;
    const { tab, close } = await openInTurnAs(site, username, { width });
    const asked: string[] = [];
    tab.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/preview')) asked.push(pathname);
    });
    const answerFrame = Promise.withResolvers<void>();
    await tab.route(`${site.url}/preview`, async (route) => {
      await answerFrame.promise;
      await route.continue();
    });
    const answered = tab.waitForResponse('**/api/v1/page/preview');
    await tab.goto(`${site.url}/`);
    if (width === 390) await tab.getByRole('button', { name: 'Preview' }).click();
    await answered;
    const container = tab.locator('[aria-busy]').filter({ has: tab.locator('iframe') });
    const skeleton = container.locator('[aria-hidden=true]');
    // Of the theme Signpost.
    assert.equal(await skeleton.evaluate(background), 'rgb(245, 241, 232)');
    answerFrame.resolve();
    await tab.frameLocator('iframe').getByRole('heading', { level: 1, name: username }).waitFor();
    await skeleton.waitFor({ state: 'detached' });
    assert.equal(await container.getAttribute('aria-busy'), 'false');
    await tab.waitForTimeout(500);
    assert.deepEqual(asked.toSorted(), ['/api/v1/page/preview', '/preview']);
    await close();
  }

  it('shows changes that are not saved, and adds no visit', async () => {
    const { tab, frame, forbidden, errors } = await refreshed();
    const { html } = await call(tab, '/page/preview', { profile: { bio: 'Typed, not saved' } });
    await show(tab, html);
    await frame.getByText('Typed, not saved').waitFor();
    assert.equal((await call(tab, '/user/profile')).bio, '');
    assert.equal((await call(tab, '/analytics/views')).getviews.visits, 0);
    assert.deepEqual([forbidden, errors], [[], []]);
  });

  it('loads pictures and fonts of the pages’ origin', async () => {
    const { frame } = await refreshed();
    const picture = 'document.querySelector("header img")';
    await frame.waitForFunction(`${picture}.complete && ${picture}.naturalWidth > 0`);
    assert.match(String(await frame.evaluate('document.querySelector("header img").src')), new RegExp(site.pagesUrl));
    // Fonts of this machine, which may be missing, are named "… local".
    const fonts = '[...document.fonts].filter(({ family }) => !family.includes(" local"))';
    await frame.waitForFunction(`${fonts}.some(({ status }) => status === 'loaded')`);
    assert.equal(await frame.evaluate(`${fonts}.some(({ status }) => status === 'error')`), false);
  });

  it('cannot read the dashboard', async () => {
    const { frame } = await refreshed();
    assert.equal(await frame.evaluate('origin'), 'null');
    for (const expression of ['parent.document', 'document.cookie', 'localStorage', 'parent.location.href']) {
      const read = `(() => { try { ${expression}; return 'read' } catch (error) { return error.name } })()`;
      assert.equal(await frame.evaluate(read), 'SecurityError', expression);
    }
    const fetched = await frame.evaluate(`fetch('${site.url}/api/v1/user').then(() => 'read', () => 'blocked')`);
    assert.equal(fetched, 'blocked');
  });

  it('navigates nowhere, sends no form, and reports the block that is tapped', async () => {
    const { tab, frame, foreign } = await refreshed();
    await tab.evaluate(`window.taps = []; addEventListener('message', ({ data }) => taps.push(data))`);
    const blocks: { id: number; block: string }[] = await call(tab, '/blocks');
    const idOf = (type: string) => blocks.find(({ block }) => block === type)!.id;
    await frame.getByText('My shop').click();
    await frame.getByText('My shop').click({ button: 'middle' });
    await frame.getByText('Why?').click();
    await frame.getByText('Because.').waitFor();
    const input = frame.locator('input[type=email]');
    await frame.evaluate(`document.querySelector('input[type=email]').focus()`);
    assert.notEqual(await frame.evaluate('document.activeElement.tagName'), 'INPUT');
    const box = (await input.boundingBox())!;
    await tab.mouse.click(box.x + 5, box.y + 5);
    const tapped = [idOf('links'), idOf('faq'), idOf('signup')].map((id) => ({ type: 'block', id }));
    // waitForFunction would compile a string, which the policy forbids.
    await becomes(async () => assert.deepEqual(await tab.evaluate('taps'), tapped));
    assert.equal(frame.url(), `${site.url}/preview`);
    assert.equal(tab.context().pages().length, 1);
    assert.deepEqual(foreign, []);
  });

  it('keeps the scroll position and the parts that stay the same', async () => {
    const { tab, frame } = await refreshed();
    await frame.evaluate('scrollTo(0, 400); window.kept = document.querySelector("header img")');
    const blocks: { id: number; block: string }[] = await call(tab, '/blocks?results_per_page=100');
    const order = blocks.map(({ id }) => id).reverse();
    const change = { profile: { bio: 'Moved' }, order, hidden: [] };
    await show(tab, (await call(tab, '/page/preview', change)).html);
    await frame.getByText('Moved').waitFor();
    assert.equal(await frame.evaluate('window.kept === document.querySelector("header img")'), true);
    const shown = await frame.evaluate('[...document.querySelectorAll("main > section")].map(({ id }) => id)');
    assert.deepEqual(
      shown,
      order.map((id) => `b${id}`),
    );
    assert.ok(Math.abs(Number(await frame.evaluate('scrollY')) - 400) < 60);
  });

  it('follows what is typed, one request at a time, and skips what is outdated', async () => {
    const { tab, frame, close } = await openPreview('joy');
    await row(tab, 'My shop').click();
    const typed: string[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await tab.route('**/page/preview', async (route) => {
      typed.push(route.request().postDataJSON().items?.[0].content.caption);
      if (typed.length === 1) await held;
      await route.continue();
    });
    const caption = tab.getByLabel('Caption', { exact: true });
    await caption.fill('One');
    await eventually('it is requested', 10_000, () => typed.length === 1);
    for (const text of ['Two', 'Three', 'Four']) await caption.fill(text);
    release();
    await frame.getByText('Four').waitFor();
    assert.deepEqual(typed, ['One', 'Four']);
    await close();
  });

  it('keeps the last one while a value is not valid', async () => {
    const { tab, frame, close } = await openPreview('kit');
    await row(tab, 'My shop').click();
    await tab.getByLabel('Link', { exact: true }).fill('https://');
    await tab.getByText('The preview is waiting for a valid value.').waitFor();
    await frame.getByText('My shop').waitFor();
    // What is typed is kept for a reload after a moment.
    await tab.waitForTimeout(400);
    await tab.reload();
    await tab.getByText('The preview is waiting for a valid value.').waitFor();
    await tab.frameLocator('iframe').getByText('My shop').waitFor();
    await tab.getByLabel('Link', { exact: true }).fill('https://example.com/');
    await tab.getByText('The preview is waiting for a valid value.').waitFor({ state: 'detached' });
    await close();
  });

  it('says that it could not be updated, and recovers without another change', async () => {
    const { tab, frame, close } = await openPreview('lea');
    await row(tab, 'My shop').click();
    await tab.route('**/page/preview', (route) => route.fulfill({ status: 500, body: '' }));
    await tab.getByLabel('Caption', { exact: true }).fill('My store');
    await tab.getByText('The preview could not be updated.').waitFor();
    await frame.getByText('My shop').waitFor();
    await tab.unroute('**/page/preview');
    await frame.getByText('My store').waitFor();
    await tab.getByText('The preview could not be updated.').waitFor({ state: 'detached' });
    await close();
  });

  it('shows both colour schemes', async () => {
    const { tab, frame } = await refreshed();
    const { html } = await call(tab, '/page/preview', { customize: { theme: 'quiet' } });
    const background = () => frame.evaluate('getComputedStyle(document.body).backgroundColor');
    await show(tab, html, 'light');
    await frame.locator('html.t-quiet').waitFor();
    const light = await background();
    await show(tab, html, 'dark');
    await becomes(async () => assert.notEqual(await background(), light));
  });

  it('runs nothing in what it is sent', async () => {
    const { tab, frame, dialogs, foreign, close } = await openPreview('gus');
    await show(
      tab,
      `<!doctype html><html onclick="alert(1)"><head><style></style><script>alert(2)</script>
      <meta http-equiv="refresh" content="0;url=https://elsewhere.example/"><base href="https://elsewhere.example/"></head>
      <body onload="alert(3)"><main><section id="b1">Hostile <img src="/none.png" onerror="alert(4)">
      <script>alert(5)</script><svg onload="alert(6)"><script>alert(7)</script></svg>
      <iframe src="https://elsewhere.example/"></iframe><iframe srcdoc="<script>alert(8)</script>"></iframe>
      <a href="javascript:alert(9)">Link</a><details open ontoggle="alert(10)">x</details>
      <form action="https://elsewhere.example/"><button>Send</button></form></section></main></body></html>`,
    );
    await frame.getByText('Hostile').waitFor();
    await frame.getByText('Link').click();
    await frame.evaluate('document.forms[0].requestSubmit()');
    await tab.waitForTimeout(300);
    assert.deepEqual([dialogs, foreign], [[], []]);
    assert.equal(frame.url(), `${site.url}/preview`);
    assert.equal(
      await frame.evaluate('document.querySelectorAll("script:not(head *), iframe, base ~ base").length'),
      0,
    );
    await close();
  });

  it('ignores messages of other windows', async () => {
    const { tab, frame } = await refreshed();
    await tab.evaluate(`document.body.append(Object.assign(document.createElement('iframe'), { name: 'other' }))`);
    const other = tab.frame('other') as Frame;
    await other.evaluate(`parent.frames[0].postMessage({ html: '<main>Forged</main>' }, '*')`);
    await frame.evaluate(`postMessage({ html: '<main>Forged</main>' }, '*')`);
    await tab.waitForTimeout(200);
    assert.equal(await frame.getByText('Forged').count(), 0);
    assert.equal(await frame.getByText('My shop').count(), 1);
  });

  it('is empty when it is opened directly, and in no frame of another site', async () => {
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.url}/preview`);
    await tab.evaluate(`postMessage({ html: '<main>Forged</main>' }, '*')`);
    await tab.waitForTimeout(100);
    assert.equal(await tab.evaluate('document.body.innerHTML.trim()'), '');
    await tab.goto('about:blank');
    await tab.setContent(`<iframe src="${site.url}/preview"></iframe>`);
    await eventually('it is blocked', 5000, () => tab.frames()[1]!.url().startsWith('chrome-error:'));
    await close();
  });
});

/** The API, as the dashboard calls it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
async function call(tab: Tab, path: string, json?: object): Promise<any> {
  const init = json && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  };
  const request = `fetch('/api/v1${path}', ${JSON.stringify(init ?? {})}).then((answer) => answer.json())`;
  const { status, response } = (await tab.evaluate(request)) as { status: boolean; response: unknown };
  assert.equal(status, true, String(response));
  return response;
}

function background(element: {
  ownerDocument: { defaultView: { getComputedStyle(element: unknown): { backgroundColor: string } } };
}): string {
  return element.ownerDocument.defaultView.getComputedStyle(element).backgroundColor;
}

async function show(tab: Tab, html: string, scheme?: 'light' | 'dark'): Promise<void> {
  const message = JSON.stringify({ html, scheme });
  await tab.evaluate(`document.querySelector('iframe').contentWindow.postMessage(${message}, '*')`);
}
