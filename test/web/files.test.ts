// The list of uploads.
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { suiteScope } from '../support/server.ts';
import { pictureFile } from './pictures.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { openInTurnAs, seesScreen } from './visitors.ts';

describe('The list of files', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('takes a file, and deletes it once that is confirmed', async () => {
    const { tab, close } = await openFiles('deletes');
    await tab.getByText('No files yet').waitFor();
    await tab.getByLabel('Upload a file').setInputFiles(await pictureFile());
    const row = tab.getByRole('listitem').filter({ hasText: 'beach.png' });
    await row.getByText('Not used').waitFor();
    assert.match((await row.textContent())!, /400 × 200/);
    const url = await row.getByRole('link').getAttribute('href');
    assert.equal((await fetch(url!)).status, 200);
    await row.getByRole('button', { name: 'Delete beach.png' }).click();
    await tab.getByRole('dialog', { name: 'Delete beach.png?' }).getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await row.count(), 1);
    await row.getByRole('button', { name: 'Delete beach.png' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await tab.getByText('No files yet').waitFor();
    assert.equal((await fetch(url!)).status, 404);
    await close();
  });

  it('says where a file is used, and keeps it', async () => {
    const { tab, context, close } = await openFiles('uses');
    await tab.getByLabel('Upload a file').setInputFiles(await pictureFile());
    const url = await tab.getByRole('link', { name: 'Open beach.png' }).getAttribute('href');
    await context.request.post(`${site.url}/api/v1/user/profile`, {
      headers: { origin: site.url },
      data: { avatar: url },
    });
    await tab.reload();
    const row = tab.getByRole('listitem').filter({ hasText: 'beach.png' });
    await row.getByText('Your picture').waitFor();
    await row.getByRole('button', { name: 'beach.png is in use: remove it from your page first' }).press('Enter');
    assert.equal(await tab.getByRole('dialog').count(), 0);
    await close();
  });

  it('says what is wrong with a file', async () => {
    const { tab, close } = await openFiles('wrong');
    // From the disk: the browser reads it by itself.
    const large = join(await mkdtemp(join(tmpdir(), 'fingerpost-files-')), 'large.png');
    await writeFile(large, Buffer.alloc(limits.imageBytes + 1));
    await tab.getByLabel('Upload a file').setInputFiles(large);
    await tab.getByText('“large.png” is too large: 10 MB.').waitFor();
    const script = { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') };
    await tab.getByLabel('Upload a file').setInputFiles(script);
    await tab.getByRole('alert').filter({ hasText: 'JPEG' }).waitFor();
    await close();
  });

  async function openFiles(username: string) {
    const window = await openInTurnAs(site, username, { width: 1280 });
    await window.tab.goto(`${site.url}/files`);
    await seesScreen(window.tab, 'Files');
    return window;
  }
});
