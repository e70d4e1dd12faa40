// The list of uploads.
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { suiteScope } from '../support/server.ts';
import { call } from './own-calls.ts';
import { pictureFile } from './pictures.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, openInTurnAs, seesScreen } from './visitors.ts';

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

  it('says where a file is used, leads there, and does not delete it', async () => {
    const window = await openFiles('uses');
    const { tab, close } = window;
    await tab.getByLabel('Upload a file').setInputFiles(await pictureFile());
    const url = await tab.getByRole('link', { name: 'Open beach.png' }).getAttribute('href');
    await call(window, site, 'POST /user/profile', { avatar: url });
    const items = [{ link: 'https://beach.example/', thumbnail: url, content: { caption: 'The beach' } }];
    await call(window, site, 'POST /blocks', { block: 'links', items });
    await tab.reload();
    const row = tab.getByRole('listitem').filter({ hasText: 'beach.png' });
    await row.getByRole('link', { name: 'Your picture' }).waitFor();

    await row.getByRole('button', { name: 'Delete beach.png' }).press('Enter');
    const dialog = tab.getByRole('dialog', { name: 'beach.png is in use' });
    assert.equal(await dialog.getByRole('link', { name: 'Your picture' }).getAttribute('href'), '/account/profile');
    assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0);
    await dialog.getByRole('link', { name: 'The beach' }).click();
    await seesScreen(tab, 'Your page');
    // The row of the link is open.
    await tab.getByLabel('Caption').waitFor();
    assert.equal(await tab.getByLabel('Caption').inputValue(), 'The beach');
    assert.equal(new URL(tab.url()).search, '');
    await close();
  });

  it('shows how much is stored, and the files that nothing uses', async () => {
    const window = await openFiles('stored');
    const { tab, close } = window;
    await tab.getByLabel('Upload a file').setInputFiles(await pictureFile());
    await tab.getByText('beach.png', { exact: true }).waitFor();
    const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Closed on Mondays.') };
    await tab.getByLabel('Upload a file').setInputFiles(note);
    await tab.getByText('note.txt', { exact: true }).waitFor();
    const kinds = tab.getByRole('list', { name: 'By kind' }).getByRole('listitem');
    await becomes(async () =>
      assert.deepEqual(
        (await kinds.allInnerTexts()).map((text) => text.replace(/: .*/, '')),
        ['1 picture', '1 document'],
      ),
    );
    assert.equal(await kinds.nth(1).innerText(), '1 document: 18 bytes');
    const { upload_bytes: bytes } = await call(window, site, 'GET /account/usage');
    const meter = tab.getByRole('meter', { name: 'Storage' });
    assert.equal(await meter.getAttribute('aria-valuenow'), String(bytes.used));
    assert.match((await meter.getAttribute('aria-valuetext'))!, / of 500 MB$/);

    const [{ url }] = await call(window, site, 'GET /uploads?kind=image');
    await call(window, site, 'POST /user/profile', { avatar: url });
    const names = tab.getByRole('list', { name: 'Files' }).getByRole('link', { name: /^Open/ });
    await tab.getByLabel('Show').selectOption('Unused files');
    await becomes(async () => assert.equal(await names.count(), 1));
    assert.equal(await names.first().getAttribute('aria-label'), 'Open note.txt');
    await tab.getByLabel('Show').selectOption('Videos');
    await tab.getByText('You have no files of this kind.').waitFor();
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
