// Every kind of change, undone and done again with the keyboard. One page, and one table of changes.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { suiteScope } from '../support/server.ts';
import { addField, choose, type EditorWindow, link, openEditor, paste, row, waitUntil } from './editor.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { becomes, seesScreen } from './visitors.ts';

const page = [
  { block: 'links', name: 'First', items: [link('Shop'), link('News')] },
  { block: 'links', name: 'Second', items: [link('Maps')] },
  { block: 'divider' },
];

type Change = readonly [what: string, make: (tab: Tab) => Promise<void>];

const onPage: readonly Change[] = [
  [
    'the text of an item',
    async (tab) => {
      await row(tab, 'Shop').click();
      await tab.getByLabel('Caption', { exact: true }).fill('Store');
      await row(tab, 'Shop').or(row(tab, 'Store')).click();
    },
  ],
  [
    'the text of a block',
    async (tab) => {
      await row(tab, 'Second').click();
      await tab.getByLabel('Title', { exact: true }).fill('Other');
      await row(tab, 'Second').or(row(tab, 'Other')).click();
    },
  ],
  ['the switch of an item', (tab) => tab.getByRole('switch', { name: 'Show News on the page' }).uncheck()],
  ['the switch of a block', (tab) => tab.getByRole('switch', { name: 'Show Second on the page' }).uncheck()],
  ['the order of the items', (tab) => choose(tab, 'Shop', 'Down')],
  ['the order of the blocks', (tab) => choose(tab, 'First', 'To the bottom')],
  [
    'a move to another block',
    async (tab) => {
      await choose(tab, 'News', 'Move to another block…');
      await tab.getByRole('button', { name: 'Move', exact: true }).click();
    },
  ],
  ['a duplicated item', (tab) => choose(tab, 'Shop', 'Duplicate')],
  ['a duplicated block', (tab) => choose(tab, 'First', 'Duplicate')],
  ['a deleted item', (tab) => choose(tab, 'Maps', 'Delete')],
  ['a deleted block', (tab) => choose(tab, 'First', 'Delete')],
  ['ten pasted links', (tab) => paste(addField(tab), tenLines)],
  [
    'a block from the gallery',
    async (tab) => {
      await addField(tab).fill('countdown');
      await addField(tab).press('Enter');
      await tab.getByRole('heading', { level: 1 }).click();
    },
  ],
];

const tenLines = Array.from({ length: 10 }, (_, index) => `Link ${index} https://example.com/${index}`).join('\n');

const elsewhere: readonly (readonly [screen: string, ...change: Change])[] = [
  ['Look', 'the text about the owner', (tab) => fillIn(tab, 'About you', 'Prints on paper.')],
  [
    'Look',
    'a social network',
    async (tab) => {
      await tab.getByRole('button', { name: 'Add a network' }).click();
      await tab.getByRole('menuitem', { name: 'Bluesky' }).click();
      await fillIn(tab, 'Bluesky', 'ada.example');
    },
  ],
  [
    'Look',
    'a look with its own background',
    async (tab) => {
      await tab.getByRole('radio', { name: 'Sunday' }).check();
      await tab.getByRole('textbox', { name: 'Text', exact: true }).fill('#123456');
      await tab.getByRole('radio', { name: 'Gradient' }).check();
      await tab.getByRole('button', { name: 'Use this look' }).click();
      await tab.getByText('Your page has a new look.').waitFor();
    },
  ],
  ['Sharing', 'the title for search engines', (tab) => fillIn(tab, 'Title', 'Ada’s prints')],
  ['Pixels', 'the consent bar', (tab) => tab.getByLabel('Ask visitors before pixels load').check()],
];

async function fillIn(tab: Tab, label: string, text: string): Promise<void> {
  await tab.getByRole('textbox', { name: new RegExp(`^${label}( \\(optional\\))?$`) }).fill(text);
  await tab.getByRole('heading', { level: 1 }).click();
}

describe('Undo', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('takes back every kind of change to blocks, and redo makes it again', async () => {
    const window = await openEditor(site, 'blocks', page);
    for (const [what, make] of onPage) await isUndone(window, what, () => make(window.tab));
    await window.close();
  });

  it('takes back every kind of change to the rest of the page', async () => {
    const window = await openEditor(site, 'sections');
    const { tab } = window;
    let shown = 'Your page';
    for (const [screen, what, make] of elsewhere) {
      if (screen !== shown) {
        await tab.getByRole('complementary').getByRole('link', { name: screen, exact: true }).click();
        await seesScreen(tab, screen);
        shown = screen;
      }
      await isUndone(window, what, () => make(tab));
    }
    await window.close();
  });

  it('of a toast takes back its own change, whatever came after it', async () => {
    const { tab, captions, close } = await openEditor(site, 'toasts', page);
    await choose(tab, 'Shop', 'Delete');
    await paste(addField(tab), 'https://example.com/my-new-book');
    await waitUntil(captions, ['News', 'My new book']);
    const toast = tab.getByRole('status').locator('p').filter({ hasText: 'Shop deleted' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await waitUntil(captions, ['Shop', 'News', 'My new book']);
    await tab.keyboard.press('Control+z');
    await waitUntil(captions, ['Shop', 'News']);
    await close();
  });

  /** Once the change is saved: one Ctrl+Z brings the page back with its ids, and one Ctrl+Shift+Z the change. */
  async function isUndone(window: EditorWindow, what: string, make: () => Promise<void>): Promise<void> {
    const { tab } = window;
    const idle = () => tab.getByText(/^(Saved \d|All changes saved)/).waitFor();
    const original = await stateOf(window);
    await make();
    await becomes(async () => assert.notDeepEqual(await stateOf(window), original, what));
    await idle();
    const changed = await stateOf(window);
    await press('Control+z', original);
    await press('Control+Shift+z', changed);
    await press('Control+z', original);

    async function press(keys: string, expected: object): Promise<void> {
      await tab.keyboard.press(keys);
      await idle();
      await becomes(async () => assert.deepEqual(await stateOf(window), expected, what));
      await idle();
    }
  }

  /** The document has no ids. */
  async function stateOf({ call }: EditorWindow): Promise<object> {
    type Identified = { id: number; items: { id: number }[] };
    const [blocks, document] = await Promise.all([call('/blocks?results_per_page=100'), call('/page')]);
    return { ids: blocks.map(({ id, items }: Identified) => [id, items.map((item) => item.id)]), document };
  }
});
