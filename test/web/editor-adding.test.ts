// Adding to the page: pasted links, players, and every type of block.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { blockTypes } from '../../contract/vocabulary.ts';
import { suiteScope } from '../support/server.ts';
import { addField, link, openEditor, paste, row, waitUntil } from './editor.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';

const players: readonly [address: string, block: string, content: object][] = [
  ['https://youtu.be/aqz-KE-bpKQ', 'video', { provider: 'youtube', id: 'aqz-KE-bpKQ' }],
  ['https://vimeo.com/76979871', 'video', { provider: 'vimeo', id: '76979871' }],
  ['https://www.tiktok.com/@ada/video/7106594312292453675', 'video', { provider: 'tiktok', id: '7106594312292453675' }],
  [
    'https://open.spotify.com/intl-de/track/11dFghVXANMlKmJXsNCbNl',
    'music',
    { provider: 'spotify', kind: 'track', id: '11dFghVXANMlKmJXsNCbNl' },
  ],
  ['https://soundcloud.com/ada/one-song', 'music', { provider: 'soundcloud', kind: 'track', id: 'ada/one-song' }],
  [
    'https://music.apple.com/us/album/first/1440857781',
    'music',
    { provider: 'apple_music', kind: 'album', id: 'us/album/1440857781' },
  ],
];

describe('The field that adds', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  it('makes a link of a pasted address, in the first block of links', async () => {
    const { tab, captions, call, close } = await openEditor(site, 'one');
    await tab.getByText('Paste your first link').waitFor();
    await paste(addField(tab), 'https://www.instagram.com/ada');
    await row(tab, 'Instagram').waitFor();
    await paste(addField(tab), 'https://example.com/my-new-book');
    await waitUntil(captions, ['Instagram', 'My new book']);
    assert.equal((await call('/blocks')).length, 1);
    await tab.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await waitUntil(captions, ['Instagram']);
    await close();
  });

  it('makes ten links of ten lines', async () => {
    const { tab, captions, close } = await openEditor(site, 'ten', [{ block: 'links', items: [link('Shop')] }]);
    const lines = [...Array(10).keys()].map((n) => `Link ${n} https://link-${n}.example/`);
    await paste(addField(tab), lines.join('\n'));
    await waitUntil(captions, ['Shop', ...[...Array(10).keys()].map((n) => `Link ${n}`)]);
    await close();
  });

  it('makes players of the addresses of players, or links', async () => {
    const { tab, call, captions, close } = await openEditor(site, 'players');
    const playersOf = async () =>
      (await call('/blocks'))
        .filter((one: { block: string }) => one.block !== 'links')
        .map((one: { block: string; blocks: object }) => [one.block, one.blocks]);
    for (const [index, [address, block, content]] of players.entries()) {
      await paste(addField(tab), address);
      await waitUntil(playersOf, [[block, { content }]]);
      await tab.getByRole('button', { name: 'Use a link instead' }).last().click();
      await waitUntil(playersOf, []);
      await waitUntil(async () => (await captions()).length, index + 1);
    }
    await close();
  });

  it('finds blocks by name, and adds the first by Enter', async () => {
    const { tab, types, close } = await openEditor(site, 'word');
    await addField(tab).fill('count');
    await tab.getByRole('list', { name: 'Blocks', exact: true }).getByRole('button', { name: 'Countdown' }).waitFor();
    await addField(tab).press('Enter');
    await tab.getByLabel('Until').waitFor();
    await waitUntil(types, ['countdown']);
    await addField(tab).fill('nonsense');
    await tab.getByText('This is neither a link nor the name of a block.').waitFor();
    await close();
  });

  it('offers all types of blocks, each with fields that open', async () => {
    const { tab, types, errors, close } = await openEditor(site, 'all', [{ block: 'divider' }]);
    const added: string[] = [];
    for (const type of blockTypes) {
      await tab.getByRole('button', { name: 'All blocks' }).click();
      const gallery = tab.getByRole('dialog', { name: 'Add a block' });
      await gallery.waitFor();
      const buttons = gallery.getByRole('listitem').getByRole('button');
      assert.equal(await buttons.count(), blockTypes.length);
      await gallery.locator(`button:has([data-type=${type}])`).click();
      await tab.locator('fieldset[aria-label^="Settings of"]').waitFor();
      added.push(type);
    }
    await waitUntil(types, ['divider', ...added]);
    assert.deepEqual(errors, []);
    await close();
  });

  it('puts a block between two others', async () => {
    const { tab, types, close } = await openEditor(site, 'between', [{ block: 'divider' }, { block: 'social' }]);
    await tab.getByRole('button', { name: 'Add a block here' }).click();
    await tab.getByRole('dialog').locator('button:has([data-type=heading])').click();
    await tab.keyboard.type('In between');
    await tab.keyboard.press('Enter');
    await waitUntil(types, ['divider', 'heading', 'social']);
    await row(tab, 'In between').waitFor();
    await close();
  });
});
