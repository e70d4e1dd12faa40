// An import from the pasted text to the public page and back.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { call } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { openInTurnAs } from './visitors.ts';

describe('Somebody who brings a page along', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('sees what will change, changes nothing before that is confirmed, and undoes it', async () => {
    const window = await openInTurnAs(site, 'ada');
    const { tab, close } = window;
    await addLinks(window, ['Shop', 'Blog']);
    await tab.goto(`${site.url}/import`);
    await tab
      .getByLabel('Paste links or the content of a file')
      .fill('News https://news.example\nMaps https://maps.example');
    const plan = tab.getByRole('region', { name: 'What will change' });
    assert.deepEqual(await countsIn(plan), ['1 added', '0 changed', '0 removed', '0 moved']);
    await tab.getByRole('radio', { name: /Replace it/ }).check();
    await plan.getByText('2 removed').waitFor();
    await plan.getByText('Shop').waitFor();
    assert.deepEqual(await captions(window), ['Shop', 'Blog']);

    await tab.getByRole('button', { name: 'Replace your page' }).click();
    await tab.getByText('Imported. Your page is up to date.').waitFor();
    assert.deepEqual(await captions(window), ['News', 'Maps']);
    await tab.getByRole('button', { name: 'Undo the import' }).click();
    await tab.getByText('Your page is as it was before the import.').waitFor();
    assert.deepEqual(await captions(window), ['Shop', 'Blog']);
    await close();
  });

  it('reads a file of bookmarks and says what is left out', async () => {
    const window = await openInTurnAs(site, 'bob');
    const { tab, close } = window;
    const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>Signs</H3><DL>
<DT><A HREF="https://posts.example">Posts</A>
<DT><A HREF="javascript:alert(1)">Trick</A></DL></DL>`;
    await tab.goto(`${site.url}/import`);
    await tab
      .getByLabel('File to import')
      .setInputFiles({ name: 'bookmarks.html', mimeType: 'text/html', buffer: Buffer.from(file) });
    await tab.getByRole('region', { name: 'What will change' }).getByText('Signs').waitFor();
    await tab.getByText('Please note').waitFor();
    await tab.getByRole('button', { name: 'Add to your page' }).click();
    await tab.getByText('Imported. Your page is up to date.').waitFor();
    assert.deepEqual(await captions(window), ['Posts']);
    await close();
  });

  it('downloads the page, and imports the file into another account', async () => {
    const from = await openInTurnAs(site, 'dee');
    await addLinks(from, ['Shop', 'Blog']);
    await from.tab.goto(`${site.url}/import`);
    const downloading = from.tab.waitForEvent('download');
    await from.tab.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'dee.json');
    const buffer = await readFile(await download.path());
    await from.close();

    const to = await openInTurnAs(site, 'eli');
    await to.tab.goto(`${site.url}/import`);
    await to.tab.getByLabel('File to import').setInputFiles({ name: 'dee.json', mimeType: 'application/json', buffer });
    await to.tab.getByRole('button', { name: 'Add to your page' }).click();
    await to.tab.getByText('Imported. Your page is up to date.').waitFor();
    assert.deepEqual(await captions(to), ['Shop', 'Blog']);
    await to.close();
  });

  async function addLinks(window: Window, names: string[]): Promise<void> {
    const items = names.map((caption) => ({ link: `https://${caption.toLowerCase()}.example`, content: { caption } }));
    await call(window, site, 'POST /blocks', { block: 'links', items });
  }

  async function captions(window: Window): Promise<string[]> {
    const blocks: { items: { content: { caption: string } }[] }[] = await call(window, site, 'GET /blocks');
    return blocks.flatMap(({ items }) => items.map(({ content }) => content.caption));
  }

  async function countsIn(plan: ReturnType<Window['tab']['getByRole']>): Promise<string[]> {
    await plan.waitFor();
    return plan.getByRole('list').first().getByRole('listitem').allTextContents();
  }
});
