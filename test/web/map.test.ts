// The world map of the dashboard, with the numbers of the gallery: by mouse, by keyboard, and as a picture.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import sharp from 'sharp';
import { violationsInSchemes } from '../browser/axe.ts';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { openDashboardSite } from './site.ts';

describe('The world map', () => {
  const scope = suiteScope();
  let window: Window;
  let tab: Tab;
  before(async () => {
    const site = await openDashboardSite(scope);
    window = await site.browser.open({ width: 1280, height: 900 });
    tab = window.tab;
    await tab.goto(`${site.url}/gallery`);
    await map().waitFor();
  });

  const map = () => tab.getByRole('listbox', { name: 'Visits by country' });
  const focused = () => tab.evaluate('document.activeElement.getAttribute("aria-label")');
  const tip = () => tab.locator('[data-map-tip]').textContent();
  const chosen = () => map().locator('[aria-selected=true]').getAttribute('aria-label');

  it('is read and used with the keyboard, the largest number first', async () => {
    await tab.getByRole('button', { name: 'Save as a picture' }).focus();
    await tab.keyboard.press('Tab');
    assert.equal(await focused(), 'Germany: 1,204');
    assert.equal(await tip(), 'Germany1,204');
    const heard = [];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'End', 'ArrowRight', 'Home', 'ArrowUp']) {
      await tab.keyboard.press(key);
      heard.push(await focused());
    }
    const [us, fr, nz, de] = ['United States: 873', 'France: 410', 'New Zealand: 3', 'Germany: 1,204'];
    assert.deepEqual(heard, [us, fr, us, nz, nz, de, de]);
    await tab.keyboard.press('ArrowRight');
    await tab.keyboard.press('Enter');
    assert.equal(await chosen(), us);
    assert.equal(await map().locator('[aria-setsize="14"][aria-posinset="2"]').getAttribute('aria-label'), us);
    await tab.keyboard.press('Tab');
    assert.doesNotMatch(String(await focused()), /: \d/);
    await tab.keyboard.press('Shift+Tab');
    assert.equal(await focused(), us);
    await tab.keyboard.press('Space');
    assert.equal(await map().locator('[aria-selected=true]').count(), 0);
  });

  it('shows name and number under the pointer, and lets tiny countries be pressed', async () => {
    await map().locator('path[data-iso=IN]').hover();
    assert.equal(await tip(), 'India388');
    await map().locator('path[data-iso=CN]').hover();
    assert.equal(await tip(), 'China0');
    const singapore = map().getByRole('option', { name: 'Singapore: 28' });
    const { x, y, width, height } = (await singapore.boundingBox())!;
    // Ten pixels beside its middle: a finger is not more exact.
    await tab.mouse.click(x + width / 2 + 10, y + height / 2);
    assert.equal(await chosen(), 'Singapore: 28');
    assert.deepEqual(await violationsInSchemes(tab), []);
    await singapore.click();
    await tab.getByText('17 from unknown places', { exact: true }).waitFor();
  });

  it('is saved as an SVG that needs no style sheet', async () => {
    await tab.emulateMedia({ colorScheme: 'light' });
    const text = (await saved('SVG, for print', 'visits-by-country.svg')).toString();
    const { name, width, height, texts, germany } = await tab.evaluate<{
      name: string;
      width: number;
      height: number;
      texts: string[];
      germany: boolean;
    }>(`(() => {
      const root = new DOMParser().parseFromString(${JSON.stringify(text)}, 'image/svg+xml').documentElement;
      const texts = [...root.querySelectorAll('text')].map((line) => line.textContent);
      const germany = [...root.querySelectorAll('path')].filter((path) => path.getAttribute('fill') === 'rgb(23, 79, 56)');
      const [width, height] = ['width', 'height'].map((name) => Number(root.getAttribute(name)));
      return { name: root.localName, width, height, texts, germany: germany.length === 1 };
    })()`);
    assert.equal(name, 'svg');
    assert.ok(germany, 'one country has the darkest shade');
    assert.equal(
      texts.join(' '),
      'Visits by country, 1 to 30 November 2026, Europe/Berlin. Only visitors with Firefox.',
    );
    assert.doesNotMatch(text, /var\(|class=|style=|tabindex|aria-|data-|href=/);
    const box = (await map().boundingBox())!;
    assert.equal(width, Math.ceil(box.width) + 48);
    assert.ok(height > box.height + 48);
  });

  it('is saved as a PNG of twice the size, on the ground of the scheme', async () => {
    const { width } = (await map().boundingBox())!;
    for (const [colorScheme, ground] of [
      ['light', [255, 255, 255]],
      ['dark', [23, 31, 27]],
    ] as const) {
      await tab.emulateMedia({ colorScheme });
      const file = sharp(await saved('PNG, for slides and posts', 'visits-by-country.png'));
      const { data, info } = await file.raw().toBuffer({ resolveWithObject: true });
      assert.equal(info.width, 2 * (Math.ceil(width) + 48));
      assert.deepEqual([...data.subarray(0, 3)], [...ground]);
      // The shade of Germany.
      const shade = colorScheme === 'light' ? [23, 79, 56] : [147, 232, 189];
      assert.ok(data.includes(Buffer.from([...shade, 255])), colorScheme);
    }
    assert.deepEqual([window.errors, window.forbidden, window.foreign], [[], [], []]);
  });

  async function saved(item: string, name: string): Promise<Buffer> {
    await tab.getByRole('button', { name: 'Save as a picture' }).click();
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('menuitem', { name: item }).click(),
    ]);
    assert.equal(download.suggestedFilename(), name);
    return readFile(await download.path());
  }
});
