// Pictures: chosen, cut to their frame and uploaded.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { suiteScope } from '../support/server.ts';
import { link, openEditor, row } from './editor.ts';
import { colourAt, pictureFile, sizeOf, type TestFile } from './pictures.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, openInTurnAs, seesScreen } from './visitors.ts';

describe('A picture', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('is chosen, cropped and uploaded with the keyboard alone', async () => {
    const { tab, forbidden, close } = await openAppearance('keys');
    await tab.getByRole('button', { name: 'Choose a picture' }).focus();
    await tab.keyboard.press('Enter');
    await tab.getByRole('dialog').waitFor();
    const chooser = tab.waitForEvent('filechooser');
    await tabTo(tab, 'Choose a file');
    await tab.keyboard.press('Enter');
    await (await chooser).setFiles(await pictureFile());
    await tab.getByRole('application').waitFor();
    await tabTo(tab, 'Picture in its frame');
    for (let press = 0; press < 10; press += 1) await tab.keyboard.press('Shift+ArrowRight');
    await tab.keyboard.press('+');
    await tabTo(tab, 'Use this picture');
    await tab.keyboard.press('Enter');
    await tab.getByRole('dialog').waitFor({ state: 'detached' });

    const picture = await avatarOf('keys', tab);
    assert.equal(await sizeOf(picture), '182x182');
    for (const x of [0.02, 0.5, 0.98]) await seesColour(picture, x, 0.5, 'red');
    assert.deepEqual(forbidden, []);
    await close();
  });

  it('follows the mouse', async () => {
    const { tab, close } = await openAppearance('mouse');
    await openFile(tab, await pictureFile());
    const { x, y, width, height } = (await tab.getByRole('application').boundingBox())!;
    const shown = await tab.getByRole('application').screenshot();
    for (const from of [0.1, 0.9]) {
      await seesColour(shown, 0.3, from, 'red');
      await seesColour(shown, 0.7, from, 'blue');
    }
    await tab.mouse.move(x + width / 2, y + height / 2);
    await tab.mouse.down();
    await tab.mouse.move(x + width / 2 - width, y + height / 2, { steps: 4 });
    await tab.mouse.up();
    await tab.getByRole('button', { name: 'Use this picture' }).click();
    const picture = await avatarOf('mouse', tab);
    assert.equal(await sizeOf(picture), '200x200');
    for (const x of [0.02, 0.98]) await seesColour(picture, x, 0.5, 'blue');
    await close();
  });

  it('can be used whole, with nothing around it', async () => {
    const { tab, close } = await openAppearance('whole');
    await openFile(tab, await pictureFile());
    await tab.getByRole('button', { name: 'Whole picture' }).click();
    await tab.getByRole('button', { name: 'Use this picture' }).click();
    const picture = await avatarOf('whole', tab);
    await seesColour(picture, 0.2, 0.5, 'red');
    await seesColour(picture, 0.8, 0.5, 'blue');
    assert.equal((await colourAt(picture, 0.5, 0.05))[3], 0);
    await close();
  });

  it('is removed and brought back: by undo, or from earlier uploads', async () => {
    const { tab, close } = await openAppearance('removes');
    await openFile(tab, await pictureFile());
    await tab.getByRole('button', { name: 'Use this picture' }).click();
    await avatarOf('removes', tab);
    const first = await avatarUrl(tab);
    await tab.getByRole('button', { name: 'Remove it' }).click();
    await becomes(async () => assert.match(await avatarUrl(tab), /\/pictures\/avatar\//));
    await tab.getByRole('button', { name: /^Undo: Picture removed/ }).click();
    await becomes(async () => assert.equal(await avatarUrl(tab), first));
    await tab.getByRole('button', { name: 'Remove it' }).click();
    await becomes(async () => assert.notEqual(await avatarUrl(tab), first));
    await openDialog(tab);
    await tab.getByRole('region', { name: 'Earlier uploads' }).getByRole('button', { name: 'beach.webp' }).click();
    await becomes(async () => assert.equal(await avatarUrl(tab), first));
    await close();
  });

  it('is refused with a reason; the next one shows its progress, and can be cancelled', async () => {
    const { tab, close } = await openAppearance('refused');
    await openDialog(tab);
    await tab
      .getByLabel('Picture file')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') });
    await tab.getByText('This file has the type TXT. Choose a picture: JPEG, PNG, WebP, AVIF or GIF.').waitFor();
    await tab.getByRole('button', { name: 'Choose a file' }).waitFor();

    await tab.getByLabel('Picture file').setInputFiles(await pictureFile());
    await tab.getByRole('application').waitFor();
    let arrived = 0;
    await tab.route('**/api/v1/uploads', () => {
      arrived += 1;
    });
    await tab.getByRole('button', { name: 'Use this picture' }).click();
    await tab.getByRole('progressbar', { name: 'Uploading' }).waitFor();
    await becomes(async () => assert.equal(arrived, 1));
    await tab.getByRole('button', { name: 'Cancel', exact: true }).click();
    await tab.getByRole('button', { name: 'Another picture' }).waitFor();
    assert.match(await avatarUrl(tab), /\/pictures\/avatar\//);
    await close();
  });

  it('is a background of its own size', async () => {
    const { tab, close } = await openAppearance('behind');
    await tab.getByRole('radio', { name: 'Picture' }).check();
    await tab.locator('#background').getByRole('button', { name: 'Choose a picture' }).click();
    await tab.getByLabel('Picture file').setInputFiles(await pictureFile());
    await tab.getByRole('button', { name: 'Use this picture' }).click();
    await tab.getByRole('img', { name: 'Background', exact: true }).waitFor();
    await tab.getByRole('button', { name: 'Use this look' }).click();
    await tab.getByText('Your page has a new look.').waitFor();
    const page = await (await fetch(`${site.pagesUrl}/behind`)).text();
    assert.match(page, /uploads\/[0-9a-f]{64}\/[\w-]+\/400x200\.webp/);
    await close();
  });

  it('of a link is cut to its frame, with its alternative text, as one change', async () => {
    const block = { block: 'links', settings: { layout: 'cards' }, items: [link('Shop')] };
    const { tab, call, close } = await openEditor(site, 'thumbs', [block]);
    const read = async () => {
      const [{ thumbnail, content }] = (await call('/blocks'))[0].items;
      return { thumbnail, alt: content.alt ?? '' };
    };
    await row(tab, 'Shop').click();
    await openFile(tab, await pictureFile());
    await tab.getByLabel('What the picture shows').fill('Red and blue');
    await tab.getByRole('button', { name: 'Use this picture' }).click();
    await becomes(async () => assert.equal((await read()).alt, 'Red and blue'));
    const picture = Buffer.from(await (await fetch((await read()).thumbnail)).arrayBuffer());
    assert.equal(await sizeOf(picture), '356x200');
    await tab.getByRole('button', { name: /^Undo: / }).click();
    await becomes(async () => assert.equal((await read()).alt, ''));
    assert.match((await read()).thumbnail, /\/pictures\/thumbnail\//);
    await close();
  });

  async function openAppearance(username: string) {
    const window = await openInTurnAs(site, username, { width: 1280 });
    await window.tab.goto(`${site.url}/look`);
    await seesScreen(window.tab, 'Look');
    return window;
  }

  async function openDialog(tab: Tab): Promise<void> {
    await tab
      .getByRole('button', { name: /^(Choose|Change the) (a )?picture$/ })
      .first()
      .click();
    await tab.getByRole('dialog').waitFor();
  }

  async function openFile(tab: Tab, file: TestFile): Promise<void> {
    await openDialog(tab);
    await tab.getByLabel('Picture file').setInputFiles(file);
    await tab.getByRole('application').waitFor();
  }

  /** By Tab alone, as somebody without a mouse does. */
  async function tabTo(tab: Tab, name: string): Promise<void> {
    for (let presses = 0; presses < 30; presses += 1) {
      const focused = `document.activeElement.ariaLabel ?? document.activeElement.textContent`;
      if ((await tab.evaluate(focused)) === name) return;
      await tab.keyboard.press('Tab');
    }
    assert.fail(`Tab never reaches “${name}”.`);
  }

  async function avatarUrl(tab: Tab): Promise<string> {
    const answer = await tab.evaluate(`fetch('/api/v1/user/profile').then((answer) => answer.json())`);
    return (answer as { response: { avatar: string } }).response.avatar;
  }

  /** Once it is saved, as visitors get it. */
  async function avatarOf(username: string, tab: Tab): Promise<Buffer> {
    await becomes(async () => assert.match(await avatarUrl(tab), /\/uploads\//));
    const url = await avatarUrl(tab);
    assert.ok((await (await fetch(`${site.pagesUrl}/${username}`)).text()).includes(new URL(url).pathname));
    return Buffer.from(await (await fetch(url)).arrayBuffer());
  }

  async function seesColour(picture: Buffer, x: number, y: number, colour: 'red' | 'blue'): Promise<void> {
    const [red = 0, , blue = 0, opacity] = await colourAt(picture, x, y);
    assert.ok(colour === 'red' ? red > 200 && blue < 60 : blue > 200 && red < 60, `${red}, ${blue} at ${x}`);
    assert.equal(opacity, 255);
  }
});
