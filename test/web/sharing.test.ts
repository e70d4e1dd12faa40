// What others get to see of a page before they open it, and how they get there.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { modulesIn, pixelsOf, readCode } from '../views/pictures/qr-reader.ts';
import { call } from './own-calls.ts';
import { sizeOf } from './pictures.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, openAs, openInTurnAs } from './visitors.ts';

describe('Somebody who shares a page', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('copies the address, and gets a QR code of it on the screen and as files', async () => {
    const { tab, context, close } = await openAs(site, 'ada', { width: 1280 });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.goto(`${site.url}/sharing`);
    await tab.getByRole('button', { name: 'Copy' }).click();
    await tab.getByRole('button', { name: 'Copied' }).waitFor();
    const address = `${site.pagesUrl}/ada`;
    assert.equal(await tab.evaluate('navigator.clipboard.readText()'), address);
    assert.equal(await codeIn(tab.getByRole('img', { name: `QR code of ${address}` })), address);

    const png = await tab.getByRole('link', { name: 'QR as PNG' }).getAttribute('href');
    const picture = await context.request.get(png!);
    assert.match(picture.headers()['content-disposition']!, /^attachment; filename="ada.png"/);
    assert.equal(readCode(modulesIn(await pixelsOf(await picture.body())).modules), address);
    const svg = await tab.getByRole('link', { name: 'QR as SVG' }).getAttribute('href');
    assert.equal((await context.request.get(svg!)).headers()['content-type'], 'image/svg+xml; charset=utf-8');
    await close();
  });

  it('opens the share sheet from the page, and hands the address to another app where the system can share', async () => {
    const { tab, context, close } = await openAs(site, 'sol');
    const sheet = tab.getByRole('dialog', { name: 'Share your page' });
    await tab.goto(site.url);
    await tab.getByRole('button', { name: 'Share', exact: true }).click();
    assert.equal(await codeIn(sheet.getByRole('img')), `${site.pagesUrl}/sol`);
    await tab.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });

    await context.addInitScript('navigator.share = async (given) => { window.shared = given; }');
    await tab.goto(`${site.url}/sharing`);
    await tab.getByRole('button', { name: 'Share', exact: true }).click();
    await sheet.getByRole('button', { name: 'Send to an app' }).click();
    assert.deepEqual(await tab.evaluate('window.shared'), { url: `${site.pagesUrl}/sol` });
    await close();
  });

  it('changes the username, and the old address leads to the new one', async () => {
    const { tab, context, close } = await openInTurnAs(site, 'oldname');
    await site.api.account('occupied');
    await tab.goto(`${site.url}/sharing`);
    const field = tab.getByRole('textbox', { name: 'Address of your page' }).last();
    await field.fill('occupied');
    await tab.getByText('Available:').waitFor();
    await field.fill('newname');
    await tab.getByText('Available', { exact: true }).waitFor();
    await tab.getByRole('button', { name: 'Change address' }).click();
    await tab.getByText('Your page has a new address. The old one leads there.').waitFor();
    await tab.getByText('These names lead here too: oldname').waitFor();
    assert.equal(
      await tab.getByRole('textbox', { name: 'Address of your page' }).first().inputValue(),
      `${site.pagesUrl}/newname`,
    );
    const answer = await context.request.get(`${site.pagesUrl}/oldname`);
    assert.deepEqual([answer.status(), answer.url()], [200, `${site.pagesUrl}/newname`]);
    await close();
  });

  it('writes title and description for both previews and the page, hides it from search engines, and undoes that', async () => {
    const window = await openInTurnAs(site, 'sue', { width: 1280 });
    const { tab, close } = window;
    await tab.goto(`${site.url}/sharing`);
    const result = tab.getByRole('figure', { name: 'In search results' });
    const chat = tab.getByRole('figure', { name: 'In a chat' });
    await tab.getByLabel('Title').fill('Sue: prints');
    for (const preview of [result, chat]) await preview.getByText('Sue: prints').waitFor();
    assert.deepEqual(await headOf(window, 'sue'), { title: 'sue', description: undefined, robots: undefined });

    await tab.getByLabel('Description').fill('Linocuts from the coast.');
    await tab.getByText('24 of 300 characters').waitFor({ state: 'attached' });
    await tab.getByLabel('Description').blur();
    await tab.getByText(/^Saved \d/).waitFor();
    assert.deepEqual(await headOf(window, 'sue'), {
      title: 'Sue: prints',
      description: 'Linocuts from the coast.',
      robots: undefined,
    });

    await tab.getByRole('switch', { name: /Hide my page from search engines/ }).check();
    await tab.getByText('Your page is hidden from search engines.').waitFor();
    await becomes(async () => assert.equal((await headOf(window, 'sue')).robots, 'noindex'));
    await tab.getByRole('button', { name: 'Undo: Hidden from search engines' }).click();
    await tab.getByRole('button', { name: 'Redo: Hidden from search engines' }).waitFor();
    await becomes(async () => assert.equal((await headOf(window, 'sue')).robots, undefined));
    await close();
  });

  it('chooses a picture for shared links, and goes back to the painted one', async () => {
    const window = await openInTurnAs(site, 'pam', { width: 1280 });
    const { tab, close } = window;
    await tab.goto(`${site.url}/sharing`);
    const shown = tab.getByRole('figure', { name: 'In a chat' }).locator('img');
    assert.match((await shown.getAttribute('src'))!, /\/pictures\/share\//);
    const picture = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    await tab.getByRole('button', { name: 'Choose a picture' }).click();
    await tab.getByLabel('Picture file').setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: picture });
    await tab.getByRole('button', { name: 'Use this picture' }).click();
    await tab.getByRole('button', { name: 'Use the painted card' }).waitFor();
    await tab.getByText(/^Saved \d/).waitFor();
    const { opengraph_image: chosen } = await call(window, site, 'GET /user/seo');
    assert.match(chosen, /\/uploads\//);
    assert.equal(await shown.getAttribute('src'), chosen);
    assert.equal(await sizeOf(Buffer.from(await (await fetch(chosen)).arrayBuffer())), '1000x525');

    await tab.getByRole('button', { name: 'Undo: Picture for sharing' }).click();
    await tab.getByRole('button', { name: 'Use the painted card' }).waitFor({ state: 'detached' });
    await becomes(async () =>
      assert.match((await call(window, site, 'GET /user/seo')).opengraph_image, /\/pictures\/share\//),
    );
    await close();
  });

  async function headOf({ context }: Window, username: string) {
    const html = await (await context.request.get(`${site.pagesUrl}/${username}`)).text();
    const meta = (name: string) => new RegExp(`<meta name="${name}" content="([^"]*)">`).exec(html)?.[1];
    return {
      title: /<title>([^<]*)<\/title>/.exec(html)![1],
      description: meta('description'),
      robots: meta('robots'),
    };
  }
});

/** What a camera would read. */
async function codeIn(picture: Locator): Promise<string> {
  await picture.waitFor();
  const width = Number((await picture.getAttribute('viewBox'))!.split(' ')[2]);
  const modules = Array.from({ length: width }, () => Array.from({ length: width }, () => false));
  const path = (await picture.locator('path').getAttribute('d'))!;
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) modules[Number(y)]![Number(x)] = true;
  return readCode(modules);
}
