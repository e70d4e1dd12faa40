// What screens show besides their first look: dialogs, lists that are not empty, errors. `npm run screens` draws them, and a
// test examines them, in this order.
import type { Page as Tab } from 'playwright-core';
import { MINUTE } from '../../contract/time.ts';
import type { Window } from '../support/browser.ts';
import { totpCode } from '../support/totp.ts';
import { addAuthenticator } from './authenticator.ts';
import { pictureFile } from './pictures.ts';
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
    name: 'page-add-links',
    path: '/',
    async reach({ tab }) {
      await tab.getByRole('button', { name: 'Add links' }).first().click();
      await tab.getByLabel('Your links, one per line').fill('My shop https://shop.example\nhttps://news.example/today');
      await tab.getByRole('region', { name: 'What will be added' }).waitFor();
    },
  },
  {
    name: 'page-look',
    path: '/',
    async reach({ tab }) {
      await press(tab, 'Change the look');
      await tab.getByRole('radio', { name: 'Bulletin' }).check();
    },
  },
  {
    name: 'look-tried-out',
    path: '/look',
    async reach({ tab }) {
      await tab.getByRole('radio', { name: 'Bulletin' }).check();
      await tab.getByRole('textbox', { name: 'Text on buttons', exact: true }).fill('#aaaaaa');
      await tab.getByRole('button', { name: /^Font / }).click();
      await tab.getByRole('radio', { name: 'Gradient' }).check();
      await tab.getByRole('button', { name: /^Fix with/ }).waitFor();
    },
  },
  {
    name: 'look-social',
    path: '/look',
    async reach({ tab }) {
      await press(tab, 'Add a network');
      await tab.getByRole('menuitem', { name: 'WhatsApp' }).click();
      await tab.getByRole('textbox', { name: 'WhatsApp' }).fill('0170 1234567');
      await tab.keyboard.press('Enter');
      await tab.getByText('Start with your country code').waitFor();
    },
  },
  {
    name: 'look-picture-choose',
    path: '/look',
    async reach({ tab }) {
      await press(tab, 'Choose a picture');
      await tab.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).waitFor();
    },
  },
  {
    name: 'look-picture-crop',
    path: '/look',
    async reach({ tab }) {
      await press(tab, 'Choose a picture');
      await tab.getByLabel('Picture file').setInputFiles(await pictureFile());
      await tab.getByRole('application').waitFor();
    },
  },
  {
    name: 'look-video',
    path: '/look',
    async reach({ tab }) {
      await tab.getByRole('radio', { name: 'Video' }).check();
      await tab.getByLabel('Choose a video').setInputFiles({ ...(await pictureFile()), name: 'wrong.png' });
      await tab.getByText('“wrong.png” has the wrong type.').waitFor();
    },
  },
  {
    name: 'files-delete',
    path: '/files',
    async reach({ tab }) {
      await tab.getByLabel('Upload a file').setInputFiles(await pictureFile());
      await press(tab, 'Delete beach.png');
      await tab.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'page-menu',
    path: '/',
    async reach({ tab }) {
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
