// Who is asked for what a page's pixels need, and when: nobody whom the visitor objects to, and nobody before a yes.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type PixelType, pixelTypes } from '../../contract/vocabulary.ts';
import type { View, Window } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { suiteScope } from '../support/server.ts';
import { type House, openHouse } from './service.ts';

const vendors: Record<PixelType, string> = {
  facebook: 'https://connect.facebook.net/en_US/fbevents.js',
  twitter: 'https://static.ads-twitter.com/uwt.js',
  google_analytics: 'https://www.googletagmanager.com/gtag/js?id=id-google_analytics',
  google_tag_manager: 'https://www.googletagmanager.com/gtm.js?id=id-google_tag_manager',
  quora: 'https://a.quora.com/qevents.js',
  pinterest: 'https://s.pinimg.com/ct/core.js',
};
const all = pixelTypes.map((type) => ({ type, id: `id-${type}` }));
const PATIENCE_MS = 10_000;

describe('pixels', () => {
  const scope = suiteScope();
  let house: House;
  before(async () => {
    house = await openHouse(scope, [
      ...pixelTypes.map((type) => ({ username: type.replaceAll('_', '-'), pixels: [{ type, id: `id-${type}` }] })),
      { username: 'all', pixels: all },
      { username: 'off', pixels: all.map((pixel) => ({ ...pixel, status: 0 as const })) },
      { username: 'asking', pixels: all, hasConsentBar: true },
    ]);
  });

  async function visit(username: string, view?: View): Promise<Window> {
    const window = await house.browser.open(view);
    await window.tab.goto(`${house.url}/${username}`);
    return window;
  }

  async function asksVendors(window: Window, types: readonly PixelType[]): Promise<void> {
    const wanted = types.map((type) => vendors[type]);
    await eventually(`${wanted.join(', ')} is asked for`, PATIENCE_MS, () =>
      wanted.every((address) => window.foreign.includes(address)),
    );
    assert.deepEqual([window.forbidden, window.errors, await window.context.cookies()], [[], [], []]);
  }

  async function asksNobody(window: Window): Promise<void> {
    await window.tab.waitForLoadState('networkidle');
    assert.deepEqual([window.foreign, window.forbidden, window.errors], [[], [], []]);
    assert.deepEqual(await window.context.cookies(), []);
  }

  for (const type of pixelTypes) {
    it(`of ${type} ask its vendor, within the page's policy`, async () => {
      const window = await visit(type.replaceAll('_', '-'));
      await asksVendors(window, [type]);
      assert.deepEqual([...new Set(window.foreign)], [vendors[type]]);
      await window.close();
    });
  }

  it('of all vendors go together', async () => {
    const window = await visit('all');
    await asksVendors(window, pixelTypes);
    await window.close();
  });

  it('have their pictures where there are no scripts', async () => {
    const window = await visit('all', { scripts: false });
    const hosts = () => new Set(window.foreign.map((address) => new URL(address).host));
    const pictures = ['www.facebook.com', 'q.quora.com', 'ct.pinterest.com', 'www.googletagmanager.com'];
    await eventually('the pictures are asked for', PATIENCE_MS, () => pictures.every((host) => hosts().has(host)));
    assert.deepEqual([window.forbidden, hosts().size], [[], pictures.length]);
    await window.close();
  });

  for (const [what, username, view] of [
    ['that are switched off', 'off', {}],
    ['ask nobody where the browser sends Global Privacy Control', 'all', { headers: { 'sec-gpc': '1' } }],
    ['ask nobody where the browser sends Do Not Track', 'all', { headers: { dnt: '1' } }],
    ['ask nobody of that, without scripts', 'all', { headers: { dnt: '1' }, scripts: false }],
    ['ask nobody unasked, without scripts', 'asking', { scripts: false }],
  ] as const) {
    it(what, async () => {
      const window = await visit(username, view);
      await asksNobody(window);
      await window.close();
    });
  }

  for (const [signal, value] of [
    ['globalPrivacyControl', 'true'],
    ['doNotTrack', '"1"'],
  ]) {
    it(`ask nobody where only the browser itself knows of ${signal}`, async () => {
      for (const username of ['all', 'asking']) {
        const window = await house.browser.open();
        await window.context.addInitScript(`Object.defineProperty(navigator, '${signal}', { get: () => ${value} })`);
        await window.tab.goto(`${house.url}/${username}`);
        await asksNobody(window);
        assert.equal(await window.tab.getByRole('button', { name: 'Accept' }).isVisible(), false);
        await window.close();
      }
    });
  }

  it('wait for a yes, and a no is remembered until it is taken back', async () => {
    const window = await visit('asking');
    const button = (name: string) => window.tab.getByRole('button', { name });
    await asksNobody(window);
    await button('Decline').click();
    assert.equal(await button('Accept').isVisible(), false);
    await asksNobody(window);

    await window.tab.reload();
    await asksNobody(window);
    assert.equal(await button('Accept').isVisible(), false);

    await button('Privacy').click();
    await button('Accept').click();
    await asksVendors(window, pixelTypes);
    window.forget();
    await window.tab.reload();
    await asksVendors(window, pixelTypes);
    assert.equal(await button('Accept').isVisible(), false);

    await button('Privacy').click();
    await Promise.all([window.tab.waitForEvent('load'), button('Decline').click()]);
    window.forget();
    await window.tab.reload();
    await asksNobody(window);
    await window.close();
  });

  it('are agreed to by keyboard, and the focus is not lost', async () => {
    const window = await visit('asking');
    const focus = () => window.tab.locator(':focus').innerText();
    await window.tab.getByRole('button', { name: 'Decline' }).focus();
    await window.tab.keyboard.press('Tab');
    assert.equal(await focus(), 'Accept');
    await window.tab.keyboard.press('Enter');
    await asksVendors(window, pixelTypes);
    assert.equal(await focus(), 'Privacy');
    await window.close();
  });
});
