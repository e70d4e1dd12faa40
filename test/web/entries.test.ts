// What visitors sent with a form, from the public page to the owner's screen and file.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { call } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, openInTurnAs } from './visitors.ts';

describe('The owner of a form', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('learns what forms are for while there is none', async () => {
    const { tab, close } = await openInTurnAs(site, 'zoe');
    await tab.goto(`${site.url}/entries`);
    await tab.getByText('No forms on your page yet').waitFor();
    await close();
  });

  it('reads entries, newest first, page by page, and downloads all of them', async () => {
    const window = await openInTurnAs(site, 'ada');
    const { tab, close } = window;
    const form = await addForm(window, 'signup', 'Letters');
    for (let number = 1; number <= 12; number += 1) {
      await send('ada', form, { email: `reader${number}@example.com` }, number);
    }
    await tab.goto(`${site.url}/entries`);
    const list = tab.getByRole('list', { name: 'Entries of Letters' });
    await list.waitFor();
    assert.deepEqual(await list.locator('li p:first-child').allTextContents(), [
      ...[12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `reader${number}@example.com`),
    ]);
    await tab.getByRole('button', { name: 'Next' }).click();
    await list.getByText('reader1@example.com').waitFor();
    assert.equal(await list.locator('li').count(), 2);

    const downloading = tab.waitForEvent('download');
    await tab.getByRole('button', { name: 'Download CSV Letters' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'letters.csv');
    const file = await readFile(await download.path());
    assert.deepEqual([...file.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const lines = file.toString('utf8').trim().split('\r\n');
    assert.equal(lines.length, 13);
    assert.match(lines[1]!, /reader12@example\.com/);
    assert.match(lines[12]!, /reader1@example\.com/);
    await close();
  });

  it('asks visitors to confirm their address, and lists those that did', async () => {
    const window = await openInTurnAs(site, 'cleo', { width: 1280 });
    const { tab, close } = window;
    const form = await addForm(window, 'signup', 'Letters');
    await tab.goto(`${site.url}/?block=${form}`);
    await tab.getByRole('switch', { name: /Ask visitors to confirm their address/ }).click();
    await becomes(async () => {
      assert.equal((await call(window, site, `GET /blocks/${form}`)).settings.confirm, true);
    });
    await send('cleo', form, { email: 'reader@example.com' }, 1);
    await tab.goto(`${site.url}/entries`);
    await tab.getByText('Only confirmed addresses are listed.').waitFor();
    await tab.getByText('No entries yet').waitFor();
    await close();
  });

  it('reads a message with the labels of the form, and deletes it after a question', async () => {
    const window = await openInTurnAs(site, 'ben');
    const { tab, close } = window;
    const form = await addForm(window, 'contact_form', 'Write to me');
    const message = 'Do you paint signs?\nWe have three.';
    await send('ben', form, { name: 'Lou', email: 'lou@example.com', message }, 1);
    await send('ben', form, { name: 'Max', email: 'max@example.com', message: 'Hello' }, 2);
    await tab.goto(`${site.url}/entries`);
    const entry = tab.getByRole('listitem').filter({ hasText: 'Lou' });
    await entry.waitFor();
    assert.deepEqual(await entry.locator('dt').allTextContents(), ['Your e-mail address', 'Your message']);
    assert.equal(await entry.locator('dd').last().innerText(), message);

    await entry.getByRole('button', { name: 'Delete the entry of Lou' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await entry.waitFor();
    await entry.getByRole('button', { name: 'Delete the entry of Lou' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await entry.waitFor({ state: 'detached' });
    assert.deepEqual(await names(window, form), ['Max']);

    await tab.getByRole('button', { name: 'Delete all Write to me' }).click();
    await tab.getByText('1 entry will be deleted.').waitFor();
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await tab.getByText('No entries yet').waitFor();
    assert.deepEqual(await names(window, form), []);
    await close();
  });

  it('keeps entries that arrive while it deletes all', async () => {
    const window = await openInTurnAs(site, 'kit');
    const { tab, close } = window;
    const form = await addForm(window, 'contact_form', 'Write');
    await send('kit', form, { name: 'Lou', email: 'lou@example.com', message: 'One' }, 1);
    await tab.goto(`${site.url}/entries`);
    await tab.getByText('Lou', { exact: true }).waitFor();
    await send('kit', form, { name: 'Max', email: 'max@example.com', message: 'Two' }, 2);
    await tab.getByRole('button', { name: 'Delete all Write' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await tab.getByText('All entries of Write are deleted.').waitFor();
    assert.deepEqual(await names(window, form), ['Max']);
    await close();
  });

  async function addForm(window: Window, block: string, name: string): Promise<number> {
    return (await call(window, site, 'POST /blocks', { block, name })).id;
  }

  /** From another address each time: a visitor may send few entries a minute. */
  async function send(username: string, form: number, data: object, visitor: number): Promise<void> {
    const answer = await site.api.app.inject({
      method: 'POST',
      url: `/${username}/forms/${form}`,
      remoteAddress: `192.0.2.${visitor}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(data),
    });
    assert.equal(answer.statusCode, 303, answer.payload);
  }

  async function names(window: Window, form: number): Promise<string[]> {
    const records = await call(window, site, `GET /blocks/${form}/entries`);
    return (records as { values: { name: string } }[]).map(({ values }) => values.name);
  }
});
