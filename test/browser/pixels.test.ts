// When the pixels of a page contact their vendors: never against the visitor's privacy signals, and not before consent.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type PixelType, pixelTypes } from '../../contract/vocabulary.ts';
import type { View, Window } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { expectedPlatforms } from '../support/pages/pixel-platforms.ts';
import { suiteScope } from '../support/server.ts';
import { openSite, type Site } from './site.ts';

const all = pixelTypes.map((type) => ({ type, id: `id-${type}` }));
const PATIENCE_MS = 10_000;

describe('Pixels', () => {
  const scope = suiteScope();
  let site: Site;
  before(async () => {
    site = await openSite(scope, [
      ...pixelTypes.map((type) => ({ username: type.replaceAll('_', '-'), pixels: [{ type, id: `id-${type}` }] })),
      { username: 'all', pixels: all },
      { username: 'off', pixels: all.map((pixel) => ({ ...pixel, status: 0 as const })) },
      { username: 'asking', pixels: all, hasConsentBar: true },
    ]);
  });

  async function visit(username: string, view?: View): Promise<Window> {
    const window = await site.browser.open(view);
    await window.tab.goto(`${site.url}/${username}`);
    return window;
  }

  async function assertVendorsLoaded(window: Window, types: readonly PixelType[]): Promise<void> {
    const wanted = types.map((type) => expectedPlatforms[type].script);
    await eventually(`${wanted.join(', ')} is loaded`, PATIENCE_MS, () =>
      wanted.every((address) => window.foreign.includes(address)),
    );
    assert.deepEqual([window.forbidden, window.errors, await window.context.cookies()], [[], [], []]);
  }

  async function assertNothingLoaded(window: Window): Promise<void> {
    await window.tab.waitForLoadState('networkidle');
    assert.deepEqual([window.foreign, window.forbidden, window.errors], [[], [], []]);
    assert.deepEqual(await window.context.cookies(), []);
  }

  it('of each vendor load its script within the Content-Security-Policy', async () => {
    const window = await site.browser.open();
    for (const type of pixelTypes) {
      window.forget();
      await window.tab.goto(`${site.url}/${type.replaceAll('_', '-')}`);
      await assertVendorsLoaded(window, [type]);
      assert.deepEqual([...new Set(window.foreign)], [expectedPlatforms[type].script]);
    }
    await window.close();
  });

  it('of all vendors work together', async () => {
    const window = await visit('all');
    await assertVendorsLoaded(window, pixelTypes);
    await window.close();
  });

  it('load their pictures without scripts', async () => {
    const window = await visit('all', { scripts: false });
    const hosts = () => new Set(window.foreign.map((address) => new URL(address).host));
    const pictures = pixelTypes.flatMap((type) => expectedPlatforms[type].withoutScript ?? []);
    await eventually('the pictures are loaded', PATIENCE_MS, () => pictures.every((host) => hosts().has(host)));
    assert.deepEqual([window.forbidden, hosts().size], [[], pictures.length]);
    await window.close();
  });

  for (const [what, username, view] of [
    ['load nothing if disabled', 'off', {}],
    ['load nothing if the browser sends Global Privacy Control', 'all', { headers: { 'sec-gpc': '1' } }],
    [
      'load nothing if the browser sends Do Not Track, without scripts',
      'all',
      { headers: { dnt: '1' }, scripts: false },
    ],
    ['load nothing before consent, without scripts', 'asking', { scripts: false }],
  ] as const) {
    it(what, async () => {
      const window = await visit(username, view);
      await assertNothingLoaded(window);
      await window.close();
    });
  }

  for (const [signal, value] of [
    ['globalPrivacyControl', 'true'],
    ['doNotTrack', '"1"'],
  ]) {
    it(`load nothing if only navigator.${signal} is set`, async () => {
      const window = await site.browser.open();
      await window.context.addInitScript(`Object.defineProperty(navigator, '${signal}', { get: () => ${value} })`);
      for (const username of ['all', 'asking']) {
        await window.tab.goto(`${site.url}/${username}`);
        await assertNothingLoaded(window);
        assert.equal(await window.tab.getByRole('button', { name: 'Accept' }).isVisible(), false);
      }
      await window.close();
    });
  }

  it('wait for consent, and remember a error until it is changed', async () => {
    const window = await visit('asking');
    const button = (name: string) => window.tab.getByRole('button', { name });
    await assertNothingLoaded(window);
    await button('Decline').click();
    assert.equal(await button('Accept').isVisible(), false);
    await assertNothingLoaded(window);

    await window.tab.reload();
    await assertNothingLoaded(window);
    assert.equal(await button('Accept').isVisible(), false);

    await button('Privacy').click();
    await button('Accept').click();
    await assertVendorsLoaded(window, pixelTypes);
    window.forget();
    await window.tab.reload();
    await assertVendorsLoaded(window, pixelTypes);
    assert.equal(await button('Accept').isVisible(), false);

    await button('Privacy').click();
    await Promise.all([window.tab.waitForEvent('load'), button('Decline').click()]);
    window.forget();
    await window.tab.reload();
    await assertNothingLoaded(window);
    await window.close();
  });

  it('accept consent by keyboard without losing the focus', async () => {
    const window = await visit('asking');
    const focus = () => window.tab.locator(':focus').innerText();
    await window.tab.getByRole('button', { name: 'Decline' }).focus();
    await window.tab.keyboard.press('Tab');
    assert.equal(await focus(), 'Accept');
    await window.tab.keyboard.press('Enter');
    await assertVendorsLoaded(window, pixelTypes);
    assert.equal(await focus(), 'Privacy');
    await window.close();
  });
});
