// The page in a browser: on phone and desktop, in light and dark mode, by mouse and keyboard, with and without scripts.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SECOND } from '../../contract/time.ts';
import { blockTypes } from '../../contract/vocabulary.ts';
import type { Window } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import type { BlockGiven } from '../support/pages/pages.ts';
import { countdownEnd, endless, fromRightToLeft, samplePage } from '../support/pages/sample-page.ts';
import { suiteScope } from '../support/server.ts';
import { storeOn } from '../support/store.ts';
import { openSite, type Site } from './site.ts';
import { controls, focused, invisibleParts, sidewaysScroll } from './visibility.ts';

const PATIENCE_MS = 10_000;
const DAY_MS = 86_400_000;

const pages = [
  samplePage({ username: 'every' }),
  samplePage({ username: 'rtl', say: fromRightToLeft }),
  samplePage({ username: 'long', say: endless }),
  { username: 'bare' },
  { username: 'hollow', blocks: blockTypes.map((block) => ({ block })) },
];
const players: Record<string, { block: BlockGiven; host: string }> = {
  YouTube: {
    block: { block: 'video', content: { provider: 'youtube', id: 'aqz-KE-bpKQ' } },
    host: 'www.youtube-nocookie.com',
  },
  Vimeo: { block: { block: 'video', content: { provider: 'vimeo', id: '1084537' } }, host: 'player.vimeo.com' },
  TikTok: {
    block: { block: 'video', content: { provider: 'tiktok', id: '6718335390845095173' } },
    host: 'www.tiktok.com',
  },
  Spotify: {
    block: { block: 'music', content: { provider: 'spotify', kind: 'album', id: '4uLU6hMCjMI75M1A2tKUQC' } },
    host: 'open.spotify.com',
  },
  SoundCloud: {
    block: { block: 'music', content: { provider: 'soundcloud', kind: 'track', id: 'forss/flickermood' } },
    host: 'w.soundcloud.com',
  },
  'Apple Music': {
    block: { block: 'music', content: { provider: 'apple_music', kind: 'album', id: 'gb/album/blue/1440857781' } },
    host: 'embed.music.apple.com',
  },
};
const further = [
  { username: 'lively' },
  { username: 'players', blocks: Object.values(players).map(({ block }) => block) },
  {
    username: 'moving',
    background: { type: 'gradient', settings: { gradient: { color_1: '#ff0000', color_2: '#0000ff', animate: '1' } } },
  },
  {
    username: 'pictured',
    background: {
      type: 'image',
      settings: { image: { source: 'external', external_url: 'https://chosen.example/a.jpg' } },
    },
  },
  {
    username: 'filmed',
    background: {
      type: 'video',
      settings: { video: { source: 'external', external_url: 'https://chosen.example/a.mp4' } },
    },
  },
];

/** A headless browser's own name counts as a bot. */
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('The page', () => {
  const scope = suiteScope();
  let site: Site;
  before(async () => {
    site = await openSite(scope, [...pages, ...further], {}, [`--user-agent=${FIREFOX}`]);
  });

  async function visit(window: Window, username: string): Promise<void> {
    await window.tab.goto(`${site.url}/${username}`, { waitUntil: 'load' });
  }

  function assertUndisturbed({ dialogs, forbidden, errors, foreign }: Window): void {
    assert.deepEqual({ dialogs, forbidden, errors, foreign }, { dialogs: [], forbidden: [], errors: [], foreign: [] });
  }

  for (const { username } of pages) {
    it(`fits phone and desktop: ${username}`, async () => {
      const window = await site.browser.open();
      await visit(window, username);
      for (const [width, scheme] of [
        [390, 'light'],
        [1280, 'dark'],
      ] as const) {
        await window.tab.setViewportSize({ width, height: 844 });
        await window.tab.emulateMedia({ colorScheme: scheme });
        const what = `${username} at ${width}, ${scheme}`;
        assert.equal(await sidewaysScroll(window.tab), 0, what);
        assert.deepEqual(await invisibleParts(window.tab), [], what);
      }
      assertUndisturbed(window);
      assert.deepEqual(await window.context.cookies(), []);
      await window.close();
    });
  }

  it('runs from right to left if its text does', async () => {
    const window = await site.browser.open();
    await visit(window, 'rtl');
    const directions = await window.tab.locator('h1, h2, .sub, .btn').evaluateAll((parts) => {
      return parts.map((part) => part.ownerDocument.defaultView.getComputedStyle(part).direction);
    });
    assert.ok(directions.length > 20);
    assert.deepEqual([...new Set(directions)], ['rtl']);
    await window.close();
  });

  it('is complete without scripts', async () => {
    const window = await site.browser.open({ scripts: false });
    await visit(window, 'every');
    const { blockIds } = site.pages.get('every')!;
    for (const id of blockIds) assert.equal(await window.tab.locator(`#b${id}`).count(), 1, `block ${id}`);
    assert.deepEqual(await invisibleParts(window.tab), []);
    assertUndisturbed(window);
    await window.close();
  });

  it('has a tab order from top to bottom', async () => {
    const window = await site.browser.open();
    await visit(window, 'every');
    const all = await controls(window.tab);
    assert.ok(all.length > 20, `there are ${all.length} controls`);
    for (const [index, what] of all.entries()) {
      await window.tab.keyboard.press('Tab');
      const reached = await focused(window.tab);
      assert.equal(reached, index, `Tab ${index + 1} leads to ${all[reached]}, not to ${what}`);
    }
    await window.close();
  });

  it('loads a player only on click, in its place', async () => {
    const window = await site.browser.open();
    await visit(window, 'players');
    await window.tab.waitForLoadState('networkidle');
    assertUndisturbed(window);
    const { blockIds } = site.pages.get('players')!;
    for (const [index, [name, { host }]] of Object.entries(players).entries()) {
      window.forget();
      const block = window.tab.locator(`#b${blockIds[index]}`);
      // Opens every other one by keyboard.
      if (index % 2 === 0) await block.locator('.embed').click();
      else await block.locator('.embed').press('Enter');
      await eventually(`${name} is called`, PATIENCE_MS, () =>
        window.foreign.some((url) => new URL(url).host === host),
      );
      assert.equal(
        await block.evaluate((root) => root.ownerDocument.activeElement === root.querySelector('iframe')),
        true,
      );
      assert.deepEqual([window.forbidden, window.errors], [[], []], name);
      assert.deepEqual([...new Set(window.foreign.map((url) => new URL(url).host))], [host]);
    }
    assert.equal(new URL(window.tab.url()).host, new URL(site.url).host);
    await window.close();
  });

  it('links to the provider without scripts', async () => {
    const window = await site.browser.open({ scripts: false });
    await visit(window, 'players');
    const hrefs = await window.tab
      .locator('.embed')
      .evaluateAll((links) => links.map((link) => new URL(link.href).host));
    assert.deepEqual(hrefs, [
      'www.youtube.com',
      'vimeo.com',
      'www.tiktok.com',
      'open.spotify.com',
      'soundcloud.com',
      'music.apple.com',
    ]);
    await window.close();
  });

  it('sends a heartbeat while it is open, and one when it is left', async (t) => {
    const { read } = await storeOn(t, site.databaseUrl);
    const { accountId } = site.pages.get('lively')!;
    const lives = async () => {
      const rows = await read.selectFrom('live_visitor').selectAll().where('account_id', '=', accountId).execute();
      return rows.map((row) => row.expires_at - row.last_activity_at);
    };
    const window = await site.browser.open();
    await window.tab.clock.install();
    await window.tab.goto(`${site.url}/lively`, { waitUntil: 'load' });
    await window.tab.clock.fastForward(31_000);
    await eventually('a heartbeat', PATIENCE_MS, async () => (await lives()).join() === String(60 * SECOND));
    await window.tab.goto('about:blank');
    await eventually('a final heartbeat', PATIENCE_MS, async () => (await lives()).join() === '0');
    assert.deepEqual([window.errors, window.forbidden], [[], []]);
    await window.close();
  });

  it('counts down, and shows the final text at the end', async () => {
    const window = await site.browser.open();
    await window.tab.clock.install({ time: Date.parse(countdownEnd) - 2 * DAY_MS });
    await visit(window, 'every');
    const count = window.tab.locator('[data-until]');
    await window.tab.clock.runFor(2000);
    assert.match(await count.innerText(), /^1d 23h 59m [45]\ds$/);
    await window.tab.clock.fastForward(2 * DAY_MS);
    await window.tab.clock.runFor(1000);
    assert.equal(await count.innerText(), 'Come in!');
    assertUndisturbed(window);
    await window.close();
  });

  it('animates only without prefers-reduced-motion, until it is stopped', async () => {
    for (const motion of [true, false]) {
      const window = await site.browser.open({ motion });
      await visit(window, 'moving');
      const isMoving = () =>
        window.tab.locator('html').evaluate((root) => {
          const animations = root.ownerDocument.getAnimations();
          return animations.some(({ playState }: { playState: string }) => playState === 'running');
        });
      assert.equal(await isMoving(), motion);
      if (motion) await window.tab.getByLabel('Stop the background').press('Space');
      assert.equal(await isMoving(), false);
      assertUndisturbed(window);
      await window.close();
    }
  });

  for (const { what, username, motion, requests } of [
    { what: 'picture', username: 'pictured', motion: false, requests: ['https://chosen.example/a.jpg'] },
    { what: 'film', username: 'filmed', motion: true, requests: ['https://chosen.example/a.mp4'] },
    { what: 'film, but not with prefers-reduced-motion', username: 'filmed', motion: false, requests: [] },
  ]) {
    it(`loads an external background: a ${what}`, async () => {
      const window = await site.browser.open({ motion });
      await visit(window, username);
      await window.tab.waitForLoadState('networkidle');
      assert.deepEqual([window.forbidden, [...new Set(window.foreign)]], [[], requests]);
      await window.close();
    });
  }
});
