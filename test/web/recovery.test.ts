// After somebody else had the account: the link in the mail, a new password, and the review of what is left.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SECOND } from '../../contract/time.ts';
import { mailTo, tokenIn } from '../support/mail.ts';
import { addOldSecondFactor, answered, NEW_PASSWORD, provenPerson } from '../support/recovery.ts';
import { suiteScope } from '../support/server.ts';
import { totpCode } from '../support/totp.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { enterPassword, seesScreen } from './visitors.ts';

describe('A recovered account', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('is taken back with the link of a mail, and reviewed at the next sign-in', async () => {
    const { api, url } = site;
    const { browser: owner, email } = await provenPerson(api, 'rhea');
    const secret = await addOldSecondFactor(api, owner);
    for (const name of ['Shop', 'مفتاح المتجر', 'Thief']) await answered(owner, 'POST /keys', { name, scope: 'read' });
    await answered(owner, 'POST /pixels', { name: 'Odd pixel', type: 'facebook', pixel_id: '12345' });
    const { text } = await mailTo(api.config.dataDir, email, 'An API key was created for your account', 3);

    const { tab, close } = await site.browser.open({ width: 390 });
    await tab.goto(`${url}/undo?token=${tokenIn({ text })}`);
    await seesScreen(tab, 'This wasn’t you?');
    await tab.getByRole('button', { name: 'Undo the change' }).click();
    await seesScreen(tab, 'Choose a new password');
    await tab.getByLabel('New password').fill(NEW_PASSWORD);
    await tab.getByRole('button', { name: 'Save the new password' }).click();
    await tab.getByRole('link', { name: 'Sign in' }).click();
    await enterPassword(tab, email, NEW_PASSWORD);
    api.clock.now += 30 * SECOND;
    await tab.getByLabel('Code from your authenticator app').fill(totpCode(secret, api.clock.now));

    await seesScreen(tab, 'Is all of this yours?');
    const items = tab.getByRole('list', { name: 'Is all of this yours?' }).getByRole('listitem');
    await items.nth(3).waitFor();
    assert.deepEqual(
      (await items.allInnerTexts()).map((words) => words.split('\n')[0]),
      ['Odd pixel', 'مفتاح المتجر', 'Shop', 'Authenticator app'],
    );
    await tab.goto(`${url}/stats`);
    await seesScreen(tab, 'Is all of this yours?');
    await tab.getByRole('button', { name: 'Remove Odd pixel' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await items.nth(3).waitFor({ state: 'detached' });
    await tab.keyboard.press('Tab');
    const focused = await tab.locator(':focus').getAttribute('aria-label');
    assert.match(focused!, /^Remove .*مفتاح المتجر/);
    await tab.getByRole('button', { name: 'Remove all' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await tab.getByText('Nothing is left to review').waitFor();
    await tab.getByRole('button', { name: 'Done' }).click();
    await seesScreen(tab, 'Your page');
    await tab.goto(`${url}/undo?token=${tokenIn({ text })}`);
    await tab.getByRole('button', { name: 'Undo the change' }).click();
    await tab.getByText('This link was used already').waitFor();
    await close();
  });
});
