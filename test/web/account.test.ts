// What people do with their account, each from the screen to its effect elsewhere.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { MINUTE } from '../../contract/time.ts';
import { PASSWORD } from '../support/browser-session.ts';
import { suiteScope } from '../support/server.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { enterPassword, openAgainAs, openInTurnAs, seesScreen } from './visitors.ts';

describe('Somebody who is signed in', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('keeps typed text when another device ends the session, and saves it after signing in', async () => {
    const here = await openInTurnAs(site, 'ida');
    await here.tab.goto(`${site.url}/account/profile`);
    await here.tab.getByLabel('About you').fill('Prints on paper.');

    const elsewhere = await openAgainAs(site, 'ida');
    await elsewhere.tab.goto(`${site.url}/account/sessions`);
    await elsewhere.tab.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
    await elsewhere.tab.getByText('Signed out there.').waitFor();

    await here.tab.getByRole('button', { name: 'Save' }).click();
    const dialog = here.tab.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    assert.equal(await here.tab.getByLabel('About you').inputValue(), 'Prints on paper.');
    await enterPassword(dialog, 'ida');
    await here.tab.getByText('Saved').waitFor();
    await elsewhere.tab.goto(`${site.pagesUrl}/ida`);
    await elsewhere.tab.getByText('Prints on paper.').waitFor();
    await Promise.all([here.close(), elsewhere.close()]);
  });

  it('signs all other devices out with a new password', async () => {
    const here = await openInTurnAs(site, 'paul');
    const elsewhere = await openAgainAs(site, 'paul');
    await elsewhere.tab.goto(`${site.url}/account`);
    await seesScreen(elsewhere.tab, 'Account');

    await here.tab.goto(`${site.url}/account/password`);
    await here.tab.getByLabel('Current password').fill(PASSWORD);
    await here.tab.getByLabel('New password').fill('seven grey pelicans');
    await here.tab.getByRole('button', { name: 'Save the new password' }).click();
    await here.tab.getByText('Your password has changed.').waitFor();

    await elsewhere.tab.goto(`${site.url}/account`);
    await seesScreen(elsewhere.tab, 'Sign in');
    await enterPassword(elsewhere.tab, 'paul');
    await elsewhere.tab.getByText('The e-mail address or the password is wrong.').waitFor();
    await enterPassword(elsewhere.tab, 'paul', 'seven grey pelicans');
    await seesScreen(elsewhere.tab, 'Account');
    await here.tab.reload();
    await seesScreen(here.tab, 'Password');
    await Promise.all([here.close(), elsewhere.close()]);
  });

  it('sees a key once, with first calls that work when they are pasted, and revokes it', async () => {
    const { tab, close } = await openInTurnAs(site, 'kay');
    await tab.goto(`${site.url}/account/keys`);
    await tab.getByRole('button', { name: 'Create a key' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Shop');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const key = await dialog.getByLabel('Key', { exact: true }).inputValue();
    const command = await dialog.getByRole('figure', { name: 'First call with curl' }).locator('code').innerText();
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    assert.equal(JSON.parse(stdout).response.username, 'kay');
    await dialog.getByRole('tab', { name: 'curl' }).press('ArrowRight');
    const program = await dialog
      .getByRole('figure', { name: 'First call with TypeScript' })
      .locator('code')
      .innerText();
    const folder = await mkdtemp(join(tmpdir(), 'fingerpost-first-call-'));
    await writeFile(join(folder, 'first-call.ts'), program);
    const printed = await promisify(execFile)(process.execPath, ['first-call.ts'], { cwd: folder });
    assert.deepEqual(printed, { stdout: 'kay kay\n', stderr: '' });

    await dialog.getByRole('button', { name: 'Done' }).click();
    await tab.getByText('never used').or(tab.getByText('used now')).waitFor();
    assert.ok(!(await tab.content()).includes(key));
    await tab.reload();
    await tab.getByText('used now').waitFor();
    assert.ok(!(await tab.content()).includes(key));

    await tab.getByRole('button', { name: 'Revoke Shop' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await tab.getByText('Revoked. It no longer works.').waitFor();
    const refused = await fetch(`${site.pagesUrl}/api/v1/user`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(refused.status, 401);
    await close();
  });

  it('confirms who it is before a key is made, ten minutes after signing in', async () => {
    const { tab, close } = await openInTurnAs(site, 'fay');
    site.api.clock.now += 11 * MINUTE;
    await tab.goto(`${site.url}/account/keys`);
    await tab.getByRole('button', { name: 'Create a key' }).click();
    const question = tab.getByRole('dialog', { name: 'Confirm it’s you' });
    await question.getByLabel('Password', { exact: true }).fill('a wrong password');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await question.getByText('The password is wrong.').waitFor();
    await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await tab.getByRole('dialog', { name: 'Create a key' }).waitFor();
    await close();
  });

  it('takes the page offline by deleting the account, and gets it back by cancelling that', async () => {
    const { tab, context, close } = await openInTurnAs(site, 'dora');
    const page = async () => (await context.request.get(`${site.pagesUrl}/dora`)).status();
    assert.equal(await page(), 200);
    await tab.goto(`${site.url}/account/data`);
    await tab.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Delete your account?' });
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true });
    await dialog.getByLabel('Username').fill('dor');
    assert.equal(await confirm.isDisabled(), true);
    await dialog.getByLabel('Username').fill('dora');
    await confirm.click();
    await tab.getByText(/Your account will be erased on/).waitFor();
    assert.equal(await page(), 410);

    await tab.getByRole('button', { name: 'Keep my account' }).click();
    await tab.getByText('Your account is kept. Your page is online again.').waitFor();
    assert.equal(await page(), 200);
    assert.equal(await tab.getByText(/Your account will be erased on/).count(), 0);
    await close();
  });
});
