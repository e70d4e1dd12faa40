// Accessibility of every theme in light and dark mode, of custom colours, and of notices.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { themes } from '../../contract/page/themes.ts';
import type { Window } from '../support/browser.ts';
import { endless, samplePage } from '../support/pages/sample-page.ts';
import { suiteScope } from '../support/server.ts';
import { violations, violationsInSchemes } from './axe.ts';
import { openSite, type Site } from './site.ts';
import { invisibleParts, sidewaysScroll, withoutFocusRing } from './visibility.ts';

const HEIGHT = 844;
const dreadful = { texts_color: '#ffff00', button_background_color: '#ffffff', button_text_color: '#fffff0' };
const elsewhere = (file: string) => ({ source: 'external', external_url: `https://chosen.example/${file}` });
const backgrounds = {
  solid: { solid: { color: '#ffffff' } },
  gradient: { gradient: { color_1: '#000000', color_2: '#ffffff', animate: '1' } },
  image: { image: elsewhere('a.jpg') },
  video: { video: elsewhere('a.mp4') },
};

/** The rules that depend on the theme. The document is the same for all themes. */
const themeRules = ['color-contrast', 'link-in-text-block', 'target-size'];

describe('A page is accessible', () => {
  const scope = suiteScope();
  let site: Site;
  let window: Window;
  before(async () => {
    site = await openSite(scope, [
      ...themes.flatMap(({ name }) => [
        { ...samplePage({ username: `theme-${name}` }), customize: { theme: name } },
        { ...samplePage({ username: `long-${name}`, say: endless }), customize: { theme: name } },
      ]),
      ...Object.entries(backgrounds).map(([type, settings]) => ({
        ...samplePage({ username: `own-${type}` }),
        customize: dreadful,
        background: { type, settings },
      })),
    ]);
    window = await site.browser.open();
  });

  async function visit(address: string): Promise<void> {
    window.forget();
    await window.tab.emulateMedia({ colorScheme: 'light' });
    await window.tab.goto(`${site.url}/${address}`);
  }

  it('with every type of block, by all rules', async () => {
    await visit(`theme-${themes[0].name}`);
    assert.deepEqual(await violations(window.tab), []);
  });

  for (const { name, ...theme } of themes) {
    it(`with the theme ${name}`, async () => {
      await visit(`theme-${name}`);
      for (const colorScheme of 'night' in theme ? (['light', 'dark'] as const) : (['light'] as const)) {
        await window.tab.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(window.tab, themeRules), [], colorScheme);
      }
      await window.tab.keyboard.press('Tab');
      assert.deepEqual(await withoutFocusRing(window.tab), [], 'controls without a visible focus');
      assert.deepEqual([[...window.forbidden], [...window.errors], [...window.foreign]], [[], [], []]);
    });

    it(`with the theme ${name} and endless words`, async () => {
      await visit(`long-${name}`);
      for (const width of [320, 1280]) {
        await window.tab.setViewportSize({ width, height: HEIGHT });
        assert.equal(await startsInView(window.tab.locator('h1').first()), true, `the name at ${width}`);
        assert.equal(await sidewaysScroll(window.tab), 0, `at ${width}`);
        assert.deepEqual(await invisibleParts(window.tab), [], `at ${width}`);
      }
      await window.tab.setViewportSize({ width: 390, height: HEIGHT });
    });
  }

  for (const type of Object.keys(backgrounds)) {
    it(`with unreadable custom colours on a background of type ${type}`, async () => {
      await visit(`own-${type}`);
      assert.deepEqual(await violations(window.tab, themeRules), []);
      assert.deepEqual([...window.forbidden], []);
    });
  }

  for (const [what, address] of [
    ['an unknown name', 'nobody-here'],
    ['a link marked sensitive', 'theme-quiet/stack-links-1'],
  ] as const) {
    it(`as the notice for ${what}`, async () => {
      await visit(address);
      assert.equal(await window.tab.locator('h1').count(), 1);
      assert.deepEqual(await violationsInSchemes(window.tab), []);
      assert.deepEqual([[...window.forbidden], [...window.foreign]], [[], []]);
    });
  }
});

/** Whether the part starts above the fold. */
async function startsInView(part: Locator): Promise<boolean> {
  const { y } = (await part.boundingBox())!;
  return y >= 0 && y < HEIGHT;
}
