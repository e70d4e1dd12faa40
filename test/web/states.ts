// What screens show besides their first look: dialogs, lists that are not empty, errors. `npm run screens` draws them, and a
// test examines them, in this order.
import type { Page as Tab } from 'playwright-core';
import { MINUTE } from '../../contract/time.ts';
import type { Window } from '../support/browser.ts';
import { totpCode } from '../support/totp.ts';
import { addAuthenticator } from './authenticator.ts';
import type { DashboardSite } from './site.ts';
import { enterPassword, openAgainAs } from './visitors.ts';

export interface State {
  name: string;
  path: string;
  /** From the screen that has just been opened. */
  reach(window: Window, site: DashboardSite): Promise<void>;
}

/** Of the account that the states belong to; its password is `PASSWORD`. */
export const USERNAME = 'demo';

const press = (place: Pick<Tab, 'getByRole'>, name: string) => place.getByRole('button', { name, exact: true }).click();

const rowOf = (tab: Tab, name: string) => tab.locator('[data-part=main]').filter({ hasText: name });

export const publicStates: readonly State[] = [
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    async reach({ tab }) {
      await enterPassword(tab, 'nobody@example.com');
      await tab.getByText('The e-mail address or the password is wrong.').waitFor();
    },
  },
  {
    name: 'sign-up-filled-in',
    path: '/sign-up',
    async reach({ tab }) {
      await tab.getByLabel('Address of your page').fill(USERNAME);
      await tab.getByLabel('E-mail').fill('nobody');
      await tab.getByLabel('Password', { exact: true }).fill('one password');
      await tab.getByText('Available:').waitFor();
      await press(tab, 'Continue');
    },
  },
  {
    name: 'recover-sent',
    path: '/recover',
    async reach({ tab }) {
      await tab.getByLabel('E-mail').fill('nobody@example.com');
      await press(tab, 'Send the link');
      await tab.getByText('Check your e-mail').waitFor();
    },
  },
];

export const ownStates: readonly State[] = [
  {
    name: 'page-filled',
    path: '/',
    async reach({ tab, context }, site) {
      const item = (caption: string) => ({ content: { caption }, link: `https://${caption.toLowerCase()}.example/` });
      const settings = { highlight: true, sensitive: true, from: '2090-01-01T00:00:00Z' };
      const blocks = [
        { block: 'links', name: 'Which way?', items: [{ ...item('Shop'), settings }, item('News'), item('Music')] },
        { block: 'contact_form', name: 'Write to me', settings: { enabled: false } },
        { block: 'text', blocks: { content: 'A **few** words.' } },
      ];
      for (const data of blocks) {
        await context.request.post(`${site.url}/api/v1/blocks`, { headers: { origin: site.url }, data });
      }
      await tab.reload();
      await rowOf(tab, 'Shop').waitFor();
    },
  },
  {
    name: 'page-row-open',
    path: '/',
    async reach({ tab }) {
      await rowOf(tab, 'Shop').click();
      await tab.getByLabel('Short address', { exact: true }).waitFor();
    },
  },
  {
    name: 'page-form-open',
    path: '/',
    async reach({ tab }) {
      await rowOf(tab, 'Write to me').click();
      await tab.getByRole('button', { name: 'Add a field' }).waitFor();
    },
  },
  {
    name: 'page-row-menu',
    path: '/',
    async reach({ tab }) {
      await press(tab, 'Actions for News');
      await tab.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    },
  },
  {
    name: 'page-gallery',
    path: '/',
    async reach({ tab }) {
      await press(tab, 'All blocks');
      await tab.getByRole('dialog', { name: 'Add a block' }).waitFor();
    },
  },
  {
    name: 'page-search',
    path: '/',
    async reach({ tab }) {
      await tab.getByRole('textbox', { name: 'Paste a link or search for a block' }).fill('form');
      await tab.getByRole('list', { name: 'Blocks', exact: true }).waitFor();
    },
  },
  {
    name: 'page-deleted',
    path: '/',
    async reach({ tab }) {
      await press(tab, 'Actions for Music');
      await tab.getByRole('menuitem', { name: 'Delete' }).click();
      await tab.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    },
  },
  {
    name: 'page-menu',
    path: '/',
    async reach({ tab }) {
      await tab.getByRole('heading', { level: 1 }).waitFor();
      await tab
        .getByRole('button', { name: /Menu of/ })
        .filter({ visible: true })
        .click();
      await tab.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  },
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
    name: 'account-keys-create',
    path: '/account/keys',
    async reach({ tab }) {
      await press(tab, 'Create a key');
      await tab.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account-keys-created',
    path: '/account/keys',
    async reach({ tab }) {
      await press(tab, 'Create a key');
      await tab.getByRole('dialog').getByLabel('Name').fill('Shop');
      await press(tab.getByRole('dialog'), 'Create');
      await tab.getByLabel('Key', { exact: true }).waitFor();
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
    name: 'account-data-delete',
    path: '/account/data',
    async reach({ tab }) {
      await press(tab, 'Delete my account');
      await tab.getByRole('dialog').getByLabel('Username').fill(USERNAME);
    },
  },
  {
    name: 'account-data-deleted',
    path: '/account/data',
    async reach({ tab }) {
      await press(tab, 'Delete my account');
      await tab.getByRole('dialog').getByLabel('Username').fill(USERNAME);
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
