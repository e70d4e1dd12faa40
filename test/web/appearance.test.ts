// How the page looks: tried out on the screen, then on the public page.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { suiteScope } from '../support/server.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, openInTurnAs, seesScreen } from './visitors.ts';

describe('The look of a page', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('drops what was tried out, and shows a theme on the public page once it is used', async () => {
    const { tab, forbidden, close } = await openAppearance('themes');
    await tab.getByRole('radio', { name: 'Gazette' }).check();
    await tab.getByRole('button', { name: 'Discard' }).click();
    assert.equal(await tab.getByRole('radio', { name: 'Signpost' }).isChecked(), true);
    assert.equal(await tab.getByRole('button', { name: 'Use this look' }).count(), 0);
    await tab.getByRole('radio', { name: 'Bulletin' }).check();
    assert.equal(await publicTheme('themes'), 't-signpost');
    await use(tab);
    assert.equal(await publicTheme('themes'), 't-bulletin');
    assert.deepEqual(forbidden, []);
    await close();
  });

  it('draws the picture of a theme when it comes near', async () => {
    const { tab, close } = await openAppearance('frames');
    await tab.setViewportSize({ width: 390, height: 844 });
    await tab.reload();
    const last = tab.getByRole('group', { name: 'Theme' }).locator('label').last();
    const picture = last.locator('div[aria-hidden=true]');
    await last.waitFor();
    assert.equal(await picture.count(), 0);
    await last.scrollIntoViewIfNeeded();
    await picture.waitFor();
    await close();
  });

  it('keeps own colours when the theme changes, and resets each by itself', async () => {
    const { tab, close } = await openAppearance('colours');
    await tab.getByRole('textbox', { name: 'Buttons', exact: true }).fill('#FFCC00');
    await tab.getByRole('radio', { name: 'Gazette' }).check();
    await use(tab);
    const chosen = await section(tab, 'customize');
    assert.deepEqual(
      [chosen.theme, chosen.button_background_color, chosen.texts_color, chosen.font],
      ['gazette', '#ffcc00', '#161616', 'lora'],
    );
    await tab.getByRole('button', { name: 'Buttons: reset to the theme’s' }).click();
    await use(tab);
    assert.equal((await section(tab, 'customize')).button_background_color, '#fbfaf6');
    await close();
  });

  it('takes font, corners, position and a gradient, and makes an unreadable colour readable with one press', async () => {
    const { tab, close } = await openAppearance('shapes');
    await tab.getByRole('button', { name: /^Font / }).click();
    await tab.getByRole('radio', { name: 'Caveat' }).check();
    await tab.getByRole('radio', { name: 'Pill' }).check();
    await tab.getByRole('radio', { name: 'Left', exact: true }).check();
    await tab.getByRole('radio', { name: 'Gradient' }).check();
    await tab.getByRole('textbox', { name: 'From', exact: true }).fill('102030');
    await use(tab);
    const { font, radius, bio_align: align } = await section(tab, 'customize');
    assert.deepEqual([font, radius, align], ['caveat', 'pill', 'left']);
    const { type, settings } = await section(tab, 'background');
    assert.deepEqual([type, settings.gradient.color_1], ['gradient', '#102030']);
    await tab.getByRole('radio', { name: 'The theme’s own' }).check();
    await use(tab);
    assert.equal((await section(tab, 'background')).type, null);

    await tab.getByRole('textbox', { name: 'Text on buttons', exact: true }).fill('#3a6a55');
    const pair = tab
      .getByRole('list', { name: 'Contrast' })
      .getByRole('listitem')
      .filter({ hasText: 'Text on buttons' });
    assert.match((await pair.textContent())!, /Hard to read: contrast 1\.5\d?, needs 4\.5/);
    await pair.getByRole('button', { name: /^Fix with/ }).click();
    assert.match((await pair.textContent())!, /Easy to read: contrast 4\.5/);
    await use(tab);
    const report = await section(tab, 'contrast');
    assert.deepEqual(report.contrast[1].passes, true);
    await close();
  });

  it('places the content on a background picture, or on a panel in front of it', async () => {
    const { tab, close } = await openAppearance('pictured');
    const classes = async () => {
      const answer = await fetch(`${site.pagesUrl}/pictured`);
      return /class="([^"]*)"/.exec(await answer.text())![1]!.split(' ');
    };
    await tab.getByRole('radio', { name: 'Picture', exact: true }).check();
    await tab
      .getByRole('textbox', { name: 'Or the address of a picture elsewhere' })
      .fill('https://chosen.example/a.jpg');
    const panel = tab.getByRole('switch', { name: 'Panel behind your links' });
    assert.equal(await panel.isChecked(), false);
    await use(tab);
    assert.equal((await classes()).includes('on-picture'), true);
    await panel.check();
    await use(tab);
    assert.deepEqual(
      (await classes()).filter((name) => ['on-picture', 'panelled'].includes(name)),
      ['panelled'],
    );
    assert.equal((await section(tab, 'options')).background_layout, 'panel');
    await close();
  });

  it('saves a name when its field is left, turns the address of a profile into a name, and asks for a country code', async () => {
    const { tab, close } = await openAppearance('social');
    await tab.getByLabel('Name', { exact: true }).fill('Ada Quill');
    assert.equal((await section(tab, 'profile')).name, 'social');
    await tab.getByLabel('Name', { exact: true }).press('Enter');
    await becomes(async () => assert.equal((await section(tab, 'profile')).name, 'Ada Quill'));

    await tab.getByRole('button', { name: 'Add a network' }).click();
    await tab.getByRole('menuitem', { name: 'Instagram' }).click();
    await tab.getByRole('textbox', { name: 'Instagram' }).fill('https://www.instagram.com/ada.quill/?hl=en');
    await tab.getByRole('textbox', { name: 'Instagram' }).press('Enter');
    await becomes(async () =>
      assert.equal(await tab.getByRole('textbox', { name: 'Instagram' }).inputValue(), 'ada.quill'),
    );
    await becomes(async () => assert.equal((await section(tab, 'social')).instagram, 'ada.quill'));
    await tab.getByRole('button', { name: 'Add a network' }).click();
    await tab.getByRole('menuitem', { name: 'WhatsApp' }).click();
    await tab.getByRole('textbox', { name: 'WhatsApp' }).fill('0170 1234567');
    await tab.getByRole('textbox', { name: 'WhatsApp' }).press('Enter');
    await tab.getByText('Start with your country code, such as +44 or +49.').waitFor();
    assert.equal((await section(tab, 'social')).whatsapp, null);
    // What is typed is kept for a reload after a moment.
    await tab.waitForTimeout(400);
    await tab.reload();
    assert.equal(await tab.getByRole('textbox', { name: 'WhatsApp' }).inputValue(), '0170 1234567');
    await tab.getByRole('textbox', { name: 'WhatsApp' }).fill('+49 170 1234567');
    await tab.getByRole('textbox', { name: 'WhatsApp' }).press('Enter');
    await becomes(async () => assert.notEqual((await section(tab, 'social')).whatsapp, null));
    await tab.goto(`${site.pagesUrl}/social`);
    await tab.getByRole('link', { name: 'Instagram' }).waitFor();
    await close();
  });

  async function openAppearance(username: string) {
    const window = await openInTurnAs(site, username, { width: 1280 });
    await window.tab.goto(`${site.url}/look`);
    await seesScreen(window.tab, 'Look');
    await window.tab.getByRole('radio', { name: 'Signpost' }).waitFor({ state: 'attached' });
    return window;
  }

  async function use(tab: Tab): Promise<void> {
    await tab.getByRole('button', { name: 'Use this look' }).click();
    // Marked, so that it is told from the next one: it stays for seconds.
    const message = tab.locator('[role=status] p:not([data-seen])', { hasText: 'Your page has a new look.' });
    await message.evaluate((shown) => shown.setAttribute('data-seen', ''));
  }

  async function publicTheme(username: string): Promise<string> {
    const answer = await fetch(`${site.pagesUrl}/${username}`);
    return /class="(t-\w+)/.exec(await answer.text())![1]!;
  }

  // biome-ignore lint/suspicious/noExplicitAny: records of several shapes
  async function section(tab: Tab, name: string): Promise<any> {
    const answer = await tab.evaluate(`fetch('/api/v1/user/${name}').then((answer) => answer.json())`);
    return (answer as { response: unknown }).response;
  }
});
