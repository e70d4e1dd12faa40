// The page and its editor.
import type { Page as Tab } from 'playwright-core';
import { press, type State } from './state.ts';

const rowOf = (tab: Tab, name: string) => tab.locator('[data-part=main]').filter({ hasText: name });

export const pageStates: readonly State[] = [
  {
    name: 'page-filled',
    path: '/',
    async reach({ tab, context }, site) {
      const item = (caption: string) => ({
        content: { caption },
        link: `https://${caption.toLowerCase().replace(' ', '-')}.example/`,
      });
      const settings = { highlight: true, sensitive: true, from: '2090-01-01T00:00:00Z' };
      const blocks = [
        {
          block: 'links',
          name: 'Which way?',
          items: [{ ...item('Paint shop'), settings }, item('Newsroom'), item('Jukebox')],
        },
        { block: 'contact_form', name: 'Ask for a sign', settings: { enabled: false } },
        { block: 'text', blocks: { content: 'A **few** words.' } },
      ];
      for (const data of blocks) {
        await context.request.post(`${site.url}/api/v1/blocks`, { headers: { origin: site.url }, data });
      }
      await tab.reload();
      await rowOf(tab, 'Paint shop').waitFor();
    },
  },
  {
    name: 'page-row-open',
    path: '/',
    async reach({ tab }) {
      await rowOf(tab, 'Paint shop').click();
      await tab.getByLabel('Short address', { exact: true }).waitFor();
    },
  },
  {
    name: 'page-form-open',
    path: '/',
    async reach({ tab }) {
      await rowOf(tab, 'Ask for a sign').click();
      await tab.getByRole('button', { name: 'Add a field' }).waitFor();
    },
  },
  {
    name: 'page-row-menu',
    path: '/',
    async reach({ tab }) {
      await press(tab, 'Actions for Newsroom');
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
      await press(tab, 'Actions for Jukebox');
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
];
