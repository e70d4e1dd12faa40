// Earlier versions of a page: compared, restored and undone.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MINUTE } from '../../contract/time.ts';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { call } from './own-calls.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { openInTurnAs } from './visitors.ts';

describe('Somebody who wants an earlier version of the page', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('finds nothing before the first change', async () => {
    const { tab, close } = await openInTurnAs(site, 'nil');
    await tab.goto(`${site.url}/history`);
    await tab.getByText('Changes appear here').waitFor();
    await close();
  });

  it('sees what restoring would change, restores it, and undoes that', async () => {
    const window = await openInTurnAs(site, 'ada', { width: 1280 });
    const { tab, close } = window;
    const { id } = await call(window, site, 'POST /blocks', {
      block: 'links',
      name: 'Places',
      items: [{ link: 'https://shop.example', content: { caption: 'Shop' } }],
    });
    site.api.clock.now += 6 * MINUTE;
    await call(window, site, `POST /blocks/${id}/items`, {
      link: 'https://blog.example',
      content: { caption: 'Blog' },
    });
    const before = await itemsOf(window);
    assert.deepEqual(
      before.map(({ caption }) => caption),
      ['Shop', 'Blog'],
    );

    await tab.goto(`${site.url}/history`);
    const version = tab.getByRole('listitem').filter({ hasText: '1 block · 1 item' });
    await version.getByRole('button', { name: 'Compare' }).click();
    const changes = tab.getByRole('region', { name: 'What restoring changes' });
    await changes.getByRole('heading', { name: 'Removed' }).waitFor();
    await changes.getByText('Blog').waitFor();
    assert.deepEqual(await itemsOf(window), before);

    await tab.getByRole('button', { name: 'Restore' }).click();
    await tab.getByText(/^Your page is as it was on/).waitFor();
    assert.deepEqual(await itemsOf(window), before.slice(0, 1));
    // Something else in between: the toast undoes its own change.
    await tab.getByRole('link', { name: 'Sharing', exact: true }).first().click();
    await tab.getByLabel('Hide my page from search engines').check();
    await tab.getByText(/^Saved \d/).waitFor();
    await tab.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await tab.getByText(/^Saved \d/).waitFor();
    await tab.getByRole('button', { name: /^Redo: Version of/ }).waitFor();
    // With the same ids: the links keep their clicks.
    for (let attempt = 0; (await itemsOf(window)).length < 2 && attempt < 50; attempt += 1)
      await tab.waitForTimeout(100);
    assert.deepEqual(await itemsOf(window), before);
    await close();
  });

  it('is not offered a version that equals the page', async () => {
    const window = await openInTurnAs(site, 'sam');
    const { tab, close } = window;
    const { id } = await call(window, site, 'POST /blocks', { block: 'heading', name: 'Hello' });
    site.api.clock.now += 6 * MINUTE;
    await call(window, site, `POST /blocks/${id}`, { name: 'Good day' });
    await call(window, site, `POST /blocks/${id}`, { name: 'Hello' });
    await tab.goto(`${site.url}/history`);
    await tab.getByRole('listitem').filter({ hasText: '1 block' }).getByRole('button', { name: 'Compare' }).click();
    await tab.getByText('This is how your page is now').waitFor();
    assert.equal(await tab.getByRole('button', { name: 'Restore' }).count(), 0);
    await close();
  });

  async function itemsOf(window: Window): Promise<{ id: number; caption: string }[]> {
    const blocks: { items: { id: number; content: { caption: string } }[] }[] = await call(window, site, 'GET /blocks');
    return blocks.flatMap(({ items }) => items.map(({ id, content }) => ({ id, caption: content.caption })));
  }
});
