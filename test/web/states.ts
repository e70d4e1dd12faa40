// What screens show besides their first look: dialogs, lists that are not empty, errors. `npm run screens` draws them, and a
// test examines them, in this order.
import type { Page as Tab } from 'playwright-core';
import { MINUTE } from '../../contract/time.ts';
import type { Window } from '../support/browser.ts';
import { totpCode } from '../support/totp.ts';
import { addAuthenticator } from './authenticator.ts';
import { call } from './own-calls.ts';
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

async function askToDelete(tab: Tab): Promise<void> {
  await press(tab, 'Delete my account');
  await tab.getByRole('dialog').getByLabel('Username').fill(USERNAME);
}

async function askForKey(tab: Tab): Promise<void> {
  await press(tab, 'Create a key');
  await tab.getByRole('dialog').waitFor();
}
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
      await tab.getByRole('heading', { level: 1 }).waitFor();
      await tab
        .getByRole('button', { name: /Menu of/ })
        .filter({ visible: true })
        .click();
      await tab.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  },
  {
    name: 'sharing-sheet',
    path: '/sharing',
    async reach({ tab }) {
      await press(tab, 'Share');
      await tab.getByRole('dialog', { name: 'Share your page' }).waitFor();
    },
  },
  {
    name: 'sharing-long',
    path: '/sharing',
    async reach({ tab }) {
      await tab
        .getByLabel('Title')
        .fill('A title that is so long that search engines show only its beginning to people');
      await tab.getByRole('switch', { name: /Hide my page/ }).check();
      await tab.getByText('Your page is hidden from search engines.').waitFor();
    },
  },
  {
    name: 'history-version',
    path: '/history',
    async reach(window, site) {
      const { tab } = window;
      const { id } = await call(window, site, 'POST /blocks', { block: 'links', name: 'Places' });
      site.api.clock.now += 6 * MINUTE;
      const item = { link: 'https://blog.example', content: { caption: 'Blog' } };
      await call(window, site, `POST /blocks/${id}/items`, item);
      await tab.reload();
      await tab
        .getByRole('button', { name: /^Compare/ })
        .first()
        .click();
      await tab.getByRole('region', { name: 'What restoring changes' }).waitFor();
    },
  },
  {
    name: 'entries-list',
    path: '/entries',
    async reach(window, site) {
      const { tab } = window;
      const { id } = await call(window, site, 'POST /blocks', { block: 'contact_form', name: 'Write to me' });
      const message = 'Do you paint signs?\nWe have three, and they are all rather weathered.';
      await tab.context().request.post(`${site.pagesUrl}/${USERNAME}/forms/${id}`, {
        data: { name: 'Lou', email: 'lou@example.com', message },
      });
      await tab.reload();
      await tab.getByText('lou@example.com').waitFor();
    },
  },
  {
    name: 'entries-delete-all',
    path: '/entries',
    async reach({ tab }) {
      await press(tab, 'Delete all Write to me');
      await tab.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'pixels-add',
    path: '/pixels',
    async reach({ tab }) {
      await press(tab, 'Add a pixel');
      const dialog = tab.getByRole('dialog');
      await dialog.getByLabel('Pixel ID').fill('GTM-ABC1234');
      await dialog.getByText('Code that is added to your page').click();
      await dialog.getByRole('figure').waitFor();
    },
  },
  {
    name: 'pixels-list',
    path: '/pixels',
    async reach(window, site) {
      const { tab } = window;
      const fields = {
        name: 'Readers of the letter',
        type: 'quora',
        pixel_id: '0123456789abcdef'.repeat(2),
        status: 0,
      };
      await call(window, site, 'POST /pixels', fields);
      await tab.reload();
      await tab.getByRole('button', { name: 'Menu of Readers of the letter' }).click();
      await tab.getByRole('menuitem', { name: 'Delete' }).waitFor();
    },
  },
  {
    name: 'import-plan',
    path: '/import',
    async reach({ tab }) {
      await tab.getByLabel('Paste links or the content of a file').fill('My shop https://shop.example\njavascript:x');
      await tab.getByRole('radio', { name: /Replace it/ }).check();
      await tab.getByRole('button', { name: 'Replace your page' }).waitFor();
      await tab.getByText('Please note').waitFor();
    },
  },
  {
    name: 'import-done',
    path: '/import',
    async reach({ tab }) {
      await tab.getByLabel('Paste links or the content of a file').fill('My shop https://shop.example');
      await press(tab, 'Add to your page');
      await tab.getByText('Imported. Your page is up to date.').waitFor();
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
