// Typed text that is not saved is not lost before somebody agrees: by another screen, the back button, a dialog that
// closes, or the tab.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { suiteScope } from '../support/server.ts';
import { keyboard, mouse } from './inputs.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { openInTurnAs, seesScreen } from './visitors.ts';

const TEXT = 'Prints on paper.';

describe('Typed text that is not saved', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  async function openProfile(username: string) {
    const opened = await openInTurnAs(site, username, { width: 1280 });
    await opened.tab.goto(`${site.url}/account`);
    await seesScreen(opened.tab, 'Account');
    await goTo(opened.tab, 'Profile');
    await seesScreen(opened.tab, 'Profile');
    return opened;
  }

  it('is kept or discarded when another screen is opened, by mouse and by keyboard', async () => {
    for (const [username, input] of [
      ['mouse', mouse],
      ['keys', keyboard],
    ] as const) {
      const { tab, close } = await openProfile(username);
      const { press, type } = input(tab);
      await type(about(tab), TEXT);
      await press(navigationLink(tab, 'Settings'));
      const dialog = question(tab);
      await dialog.getByText('What you typed is not saved yet.').waitFor();
      await press(dialog.getByRole('button', { name: 'Keep editing' }));
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await about(tab).inputValue(), TEXT);
      assert.equal(tab.url(), `${site.url}/account/profile`);

      await press(navigationLink(tab, 'Settings'));
      await press(dialog.getByRole('button', { name: 'Discard' }));
      await seesScreen(tab, 'Settings');
      await press(navigationLink(tab, 'Profile'));
      await seesScreen(tab, 'Profile');
      assert.equal(await about(tab).inputValue(), '');
      await close();
    }
  });

  it('is kept or discarded when the back button is pressed', async () => {
    const { tab, close } = await openProfile('back');
    await about(tab).fill(TEXT);
    await tab.goBack();
    await tab.keyboard.press('Escape');
    await question(tab).waitFor({ state: 'detached' });
    assert.equal(await about(tab).inputValue(), TEXT);
    assert.equal(tab.url(), `${site.url}/account/profile`);

    await tab.goBack();
    await question(tab).getByRole('button', { name: 'Discard' }).click();
    await seesScreen(tab, 'Account');
    await tab.goForward();
    await seesScreen(tab, 'Profile');
    assert.equal(await about(tab).inputValue(), '');
    await close();
  });

  it('is asked about by the browser when the tab closes', async () => {
    const { tab, dialogs, close } = await openProfile('tab');
    await mouse(tab).type(about(tab), TEXT);
    await tab.reload();
    await seesScreen(tab, 'Profile');
    assert.deepEqual(dialogs, ['beforeunload']);
    await tab.reload();
    await seesScreen(tab, 'Profile');
    assert.deepEqual(dialogs, ['beforeunload']);
    await close();
  });

  it('is not asked about once it is saved, or typed back', async () => {
    const { tab, dialogs, close } = await openProfile('keeps');
    await mouse(tab).type(about(tab), TEXT);
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('Saved').waitFor();
    await goTo(tab, 'Settings');
    await seesScreen(tab, 'Settings');
    await goTo(tab, 'Profile');
    await about(tab).fill('Something else');
    await about(tab).fill(TEXT);
    await goTo(tab, 'Settings');
    await seesScreen(tab, 'Settings');
    await tab.reload();
    assert.deepEqual(dialogs, []);
    await close();
  });

  it('is asked about before its dialog closes, however often Escape is pressed', async () => {
    const { tab, close } = await openProfile('pixels');
    await goTo(tab, 'Pixels');
    await tab.getByRole('button', { name: 'Add a pixel' }).first().click();
    const dialog = tab.getByRole('dialog', { name: 'Add a pixel' });
    await dialog.getByLabel('Name').fill('Shop');
    await tab.keyboard.press('Escape');
    await question(tab).waitFor();
    for (const count of [2, 3, 4, 5, 6]) {
      await tab.keyboard.press('Escape');
      await tab.waitForTimeout(50);
      assert.equal(await dialog.getByLabel('Name').inputValue(), 'Shop', `after ${count} times`);
    }
    if (await question(tab).isVisible()) await question(tab).getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question(tab).getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: 'Add a pixel' }).first().click();
    await tab.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  it('is asked about in fields that add links, and in the first steps', async () => {
    const { tab, close } = await openInTurnAs(site, 'adds', { width: 1280 });
    await tab.goto(`${site.url}/`);
    await tab.getByRole('textbox', { name: 'Paste a link or search for a block' }).fill('shop.example');
    await goTo(tab, 'Import');
    await question(tab).getByRole('button', { name: 'Discard' }).click();
    await tab.getByLabel('Paste links or the content of a file').fill('https://shop.example');
    await goTo(tab, 'Files');
    await question(tab).getByRole('button', { name: 'Discard' }).click();
    await seesScreen(tab, 'Files');

    await tab.goto(`${site.url}/welcome`);
    await tab.getByLabel('Name').fill('Ada Quill');
    await tab.getByRole('button', { name: 'Skip' }).click();
    await question(tab).getByRole('button', { name: 'Keep editing' }).click();
    await tab.getByRole('button', { name: 'Next' }).click();
    await seesScreen(tab, 'Add your links');
    await tab.getByLabel('Your links, one per line').fill('https://shop.example');
    await tab.getByRole('button', { name: 'Skip' }).click();
    await question(tab).getByRole('button', { name: 'Keep editing' }).click();
    await tab.getByRole('button', { name: 'Add to your page' }).click();
    await seesScreen(tab, 'Choose a look');
    await close();
  });
});

function about(tab: Tab) {
  return tab.getByLabel('About you');
}

function question(tab: Tab) {
  return tab.getByRole('dialog', { name: 'Leave without saving?' });
}

function navigationLink(tab: Tab, name: string) {
  return tab.getByRole('complementary', { name: 'Navigation' }).getByRole('link', { name, exact: true });
}

async function goTo(tab: Tab, name: string): Promise<void> {
  await navigationLink(tab, name).click();
}
