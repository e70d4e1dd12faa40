// What people read when they choose a wrong file: what it is, and what to choose. A request id is there only if the
// service failed.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { suiteScope } from '../support/server.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { openInTurnAs, seesScreen } from './visitors.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const NOT_TEXT = Buffer.concat([Buffer.alloc(100), Buffer.from('https://shop.example')]);
const pdf = { name: 'menu.pdf', mimeType: 'application/pdf', buffer: PDF };
/** A picture of a type that the service does not take. */
const bitmap = {
  name: 'logo.bmp',
  mimeType: 'image/bmp',
  buffer: Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]),
};
const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('RIFF\0\0\0\0AVI LIST\0\0\0\0') };
/** A browser goes by the name. */
const disguised = { name: 'menu.png', mimeType: 'image/png', buffer: PDF };

describe('Somebody who chooses a wrong file', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  async function open(username: string, path: string, heading: string) {
    const window = await openInTurnAs(site, username, { width: 1280 });
    await window.tab.goto(site.url + path);
    await seesScreen(window.tab, heading);
    return window;
  }

  async function reads(tab: Tab, text: string): Promise<void> {
    await tab.getByRole('alert').getByText(text, { exact: true }).waitFor();
    assert.equal(await tab.getByText('Request id').count(), 0);
  }

  it('reads that their own picture cannot be a PDF, whatever its name', async () => {
    const { tab, close } = await open('avatar', '/account/profile', 'Profile');
    let uploads = 0;
    tab.on('request', (request) => {
      if (request.url().endsWith('/api/v1/uploads')) uploads += 1;
    });
    await tab.getByLabel('Picture', { exact: true }).setInputFiles(pdf);
    await reads(tab, 'This file has the type PDF. Choose a picture: JPEG, PNG, WebP, AVIF or GIF.');
    assert.equal(uploads, 0);
    await tab.getByLabel('Picture', { exact: true }).setInputFiles(disguised);
    await reads(tab, 'This file is not a picture. Choose a picture: JPEG, PNG, WebP, AVIF or GIF.');
    await tab.getByLabel('Picture', { exact: true }).setInputFiles(bitmap);
    await reads(tab, 'The picture cannot be read. Use JPEG, PNG, WebP, AVIF or GIF.');
    await close();
  });

  it('reads what fits where a picture or a video is chosen, and all types among the files', async () => {
    const { tab, close } = await open('kinds', '/look', 'Look');
    await tab.getByLabel('Video', { exact: true }).check({ force: true });
    await tab.getByLabel('Choose a video').setInputFiles(film);
    await reads(tab, 'This file is not a video. Choose a video: MP4 or WebM.');
    await tab.goto(`${site.url}/files`);
    await seesScreen(tab, 'Files');
    await tab.locator('input[type=file]').first().setInputFiles(film);
    await tab.getByRole('alert').getByText('or a file such as PDF, ZIP, MP3 or DOCX.').waitFor();
    await close();
  });

  it('reads it where pictures of the page are chosen', async () => {
    const { tab, close } = await open('share', '/sharing', 'Sharing');
    await tab.getByRole('button', { name: 'Choose a picture' }).click();
    await tab.getByLabel('Picture file').setInputFiles(pdf);
    await reads(tab, 'This file has the type PDF. Choose a picture: JPEG, PNG, WebP, AVIF or GIF.');
    await close();
  });

  it('reads what can be imported instead', async () => {
    const { tab, close } = await open('import', '/import', 'Import');
    const file = tab.getByLabel('File to import');
    await file.setInputFiles(pdf);
    await reads(tab, 'This file has the type PDF. Choose a saved page, bookmarks, a table or a list.');
    await file.setInputFiles({ name: 'links.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
    await reads(tab, 'The file is empty.');
    await file.setInputFiles({ name: 'links.txt', mimeType: 'text/plain', buffer: NOT_TEXT });
    await reads(tab, 'This file is not text. Choose a saved page, bookmarks, a table or a list.');
    await tab.getByRole('button', { name: 'Choose something else' }).click();
    await tab.getByLabel('Paste links or the content of a file').fill('Nothing but words');
    await reads(tab, 'No links were found in this. Paste one link per line, or choose a file that is named below.');
    await close();
  });

  it('reads a request id if the service failed', async () => {
    const { tab, close } = await open('fails', '/account/profile', 'Profile');
    const body = JSON.stringify({ status: false, code: 'internal', response: 'Something went wrong.' });
    await tab.route('**/api/v1/user/profile', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', headers: { 'x-request-id': 'fp-500' }, body }),
    );
    await tab.getByLabel('About you').fill('Prints on paper.');
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.getByRole('alert').getByText('Something went wrong on the server.').waitFor();
    await tab.getByText('Request id: fp-500').waitFor();
    await close();
  });
});
