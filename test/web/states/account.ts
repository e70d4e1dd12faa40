// The account, and signing in again.
import type { Page as Tab } from 'playwright-core';
import { MINUTE } from '../../../contract/time.ts';
import { totpCode } from '../../support/totp.ts';
import { addAuthenticator } from '../authenticator.ts';
import { enterPassword, openAgainAs } from '../visitors.ts';
import { press, type State, USERNAME } from './state.ts';

async function askToDelete(tab: Tab): Promise<void> {
  await press(tab, 'Delete my account');
  await tab.getByRole('dialog').getByLabel('Username').fill(USERNAME);
}

async function askForKey(tab: Tab): Promise<void> {
  await press(tab, 'Create a key');
  await tab.getByRole('dialog').waitFor();
}

export const accountStates: readonly State[] = [
  {
    name: 'account-passkeys-added',
    path: '/account/passkeys',
    async reach({ tab, context }) {
      await addAuthenticator(context, tab);
      // On sign-in screens it would take the passkey from the browser's list at once.
      await context.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
      await press(tab, 'Add a passkey');
      await tab.getByText('not used yet').waitFor();
    },
  },
  {
    name: 'account-sessions-several',
    path: '/account/sessions',
    async reach({ tab }, site) {
      await (await openAgainAs(site, USERNAME)).close();
      await tab.reload();
      await press(tab, 'Sign out everywhere else');
      await tab.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account-two-factor-setup',
    path: '/account/two-factor',
    async reach({ tab }) {
      await press(tab, 'Turn on');
      await tab.getByLabel('Six-digit code').waitFor();
    },
  },
  {
    name: 'account-two-factor-codes',
    path: '/account/two-factor',
    async reach({ tab }, site) {
      await press(tab, 'Turn on');
      const secret = await tab.getByLabel('Key for the app').inputValue();
      await tab.getByLabel('Six-digit code').fill(totpCode(secret, site.api.clock.now));
      await press(tab, 'Turn on');
      await tab.getByText('Save your recovery codes').waitFor();
      await tab.getByRole('button', { name: 'New recovery codes' }).waitFor();
    },
  },
  {
    name: 'account-settings-zone',
    path: '/account/settings',
    async reach({ tab }) {
      await press(tab, 'Change the time zone');
      await tab.getByRole('dialog').getByLabel('Search').fill('america');
      await tab.getByText('New York, America').waitFor();
    },
  },
  {
    name: 'account-activity-filtered',
    path: '/account/activity?group=security&from=2026-01-01',
    async reach({ tab }) {
      await tab
        .getByRole('button', { name: /^Show only/ })
        .first()
        .click();
      await tab.getByText(/^Only from/).waitFor();
    },
  },
  {
    name: 'account-activity-nothing',
    path: '/account/activity?search=zebra',
    reach: ({ tab }) => tab.getByText('Nothing matches these filters').waitFor(),
  },
  {
    name: 'account-data-ready',
    path: '/account/data',
    async reach({ tab }) {
      await press(tab, 'Export all my data');
      await tab.getByRole('link', { name: 'Download the archive' }).waitFor();
    },
  },
  {
    name: 'account-keys-create',
    path: '/account/keys',
    reach: ({ tab }) => askForKey(tab),
  },
  {
    name: 'account-keys-created',
    path: '/account/keys',
    async reach({ tab }) {
      await askForKey(tab);
      await tab.getByRole('dialog').getByLabel('Name').fill('Shop');
      await press(tab.getByRole('dialog'), 'Create');
      await tab.getByLabel('Key', { exact: true }).waitFor();
      await tab.getByRole('dialog').getByRole('tab', { name: 'TypeScript' }).click();
    },
  },
  {
    name: 'account-keys-list',
    path: '/account/keys',
    reach: ({ tab }) => tab.getByRole('button', { name: 'Revoke Shop' }).waitFor(),
  },
  {
    name: 'account-keys-unreachable',
    path: '/account/keys',
    async reach({ tab }) {
      await tab.route('**/api/v1/keys?*', (route) => route.abort());
      await tab.reload();
      await tab.getByText('Fingerpost did not answer.').waitFor();
      await tab.unroute('**/api/v1/keys?*');
    },
  },
  {
    name: 'account-profile-wrong-file',
    path: '/account/profile',
    async reach({ tab }) {
      const file = { name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
      await tab.getByLabel('Picture', { exact: true }).setInputFiles(file);
      await tab.getByText(/^This file has the type PDF/).waitFor();
    },
  },
  {
    name: 'account-profile-leave',
    path: '/account/profile',
    async reach({ tab }) {
      await tab.getByLabel('About you').fill('Prints on paper.');
      await tab.getByRole('link', { name: 'Sessions', exact: true }).click();
      await tab.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    },
  },
  {
    name: 'welcome-links-invalid',
    path: '/welcome/links',
    async reach({ tab }) {
      await tab
        .getByLabel('Your links, one per line')
        .fill('Shop https://shop.example\nMy band\nTrick javascript:alert(1)');
      await tab.getByText(/^Line 2/).waitFor();
    },
  },
  {
    name: 'account-data-delete',
    path: '/account/data',
    reach: ({ tab }) => askToDelete(tab),
  },
  {
    name: 'account-data-deleted',
    path: '/account/data',
    async reach({ tab }) {
      await askToDelete(tab);
      await press(tab.getByRole('dialog'), 'Delete');
      await tab.getByText(/Your account will be erased on/).waitFor();
    },
  },
  {
    name: 'is-it-you',
    path: '/account/keys',
    async reach({ tab }, { api }) {
      api.clock.now += 11 * MINUTE;
      await press(tab, 'Create a key');
      await tab.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Password', { exact: true }).waitFor();
    },
  },
  {
    name: 'sign-in-again',
    path: '/account/profile',
    async reach({ tab, context }) {
      await tab.getByLabel('About you').fill('Prints on paper.');
      await context.clearCookies();
      await press(tab, 'Save');
      await tab.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    },
  },
  {
    name: 'sign-in-code',
    path: '/sign-in',
    async reach({ tab }) {
      await enterPassword(tab, USERNAME);
      await tab.getByLabel('Code from your authenticator app').waitFor();
    },
  },
];
