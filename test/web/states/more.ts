// Sharing, history, form entries, pixels and imports.
import { MINUTE } from '../../../contract/time.ts';
import { call } from '../own-calls.ts';
import { press, type State, USERNAME } from './state.ts';

export const moreStates: readonly State[] = [
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
    name: 'files-in-use',
    path: '/files',
    async reach(window, site) {
      const { tab } = window;
      const name = 'a-rather-long-name-of-a-price-list-that-somebody-wrote-at-the-beach-in-summer.txt';
      await tab
        .getByLabel('Upload a file')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('Signs: 100') });
      const url = await tab.getByRole('link', { name: `Open ${name}` }).getAttribute('href');
      const items = [{ link: url, content: { caption: 'The prices' } }];
      await call(window, site, 'POST /blocks', { block: 'file', items });
      await tab.reload();
      await press(tab, `Delete ${name}`);
      await tab.getByRole('dialog').getByRole('link', { name: 'The prices' }).waitFor();
    },
  },
];
