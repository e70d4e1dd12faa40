// The ways to sign in, each set up and used through the screens: passkey, authenticator app, recovery code.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { suiteScope } from '../support/server.ts';
import { totpCode } from '../support/totp.ts';
import { addAuthenticator } from './authenticator.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { enterPassword, openAs } from './visitors.ts';

describe('An account', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('is signed in to with a passkey, from the list of the browser and from the button', async () => {
    const { tab, context, close } = await openAs(site, 'pam', { width: 1280 });
    await addAuthenticator(context, tab);
    await tab.goto(`${site.url}/account/passkeys`);
    await tab.getByRole('button', { name: 'Add a passkey' }).click();
    await tab.getByText('not used yet').waitFor();
    await tab.getByRole('button', { name: 'Add a passkey' }).click();
    await tab.getByText('This device has a passkey for your account already.').waitFor();
    // The authenticator takes what the browser's list offers at once.
    await signOut(tab);
    await tab.getByRole('heading', { level: 1, name: 'Your page' }).waitFor();

    await context.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    await signOut(tab);
    await tab.getByRole('button', { name: 'Use a passkey' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Your page' }).waitFor();
    await close();
  });

  it('asks for the code of an app after the password, or for a recovery code', async () => {
    const { tab, close } = await openAs(site, 'tess', { width: 1280 });
    await tab.goto(`${site.url}/account/two-factor`);
    await tab.getByRole('button', { name: 'Turn on' }).click();
    const secret = await tab.getByLabel('Key for the app').inputValue();
    await tab.getByLabel('Six-digit code').fill(totpCode(secret, site.api.clock.now));
    await tab.getByRole('button', { name: 'Turn on' }).click();
    await tab.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    const recoveryCodes = await tab
      .getByRole('region', { name: 'Save your recovery codes' })
      .getByRole('listitem')
      .allInnerTexts();
    assert.equal(recoveryCodes.length, 10);

    await signOut(tab);
    await enterPassword(tab, 'tess');
    await tab.getByLabel('Code from your authenticator app').fill('00000');
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
    await tab.getByText('The code is wrong').waitFor();
    await tab.getByRole('button', { name: 'Use a recovery code' }).click();
    await tab.getByText('Each code works once.').waitFor();
    await tab.getByLabel('Recovery code').fill(recoveryCodes[0]!);
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
    await tab.getByText('9 recovery codes are left').waitFor();

    await signOut(tab);
    await enterPassword(tab, 'tess');
    // The form is sent with the sixth digit.
    await tab.getByLabel('Code from your authenticator app').fill(totpCode(secret, site.api.clock.now + 30_000_000));
    await tab.getByRole('heading', { level: 1, name: 'Your page' }).waitFor();
    await close();
  });

  async function signOut(tab: Tab): Promise<void> {
    await tab.goto(`${site.url}/account`);
    await tab
      .getByRole('complementary')
      .getByRole('button', { name: /Menu of/ })
      .click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.getByText('You are signed out.').waitFor();
  }
});
