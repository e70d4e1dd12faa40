// Moving rows of the page editor: by mouse, by thumb, by keys, by menu, and between blocks.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { suiteScope } from '../support/server.ts';
import { choose, handle, hasFocus, link, openEditor, row, shownRows, waitUntil } from './editor.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';

const page = [
  { block: 'links', name: 'First', items: ['Shop', 'News', 'Music'].map(link) },
  { block: 'links', name: 'Second', items: [link('Blog')] },
];

describe('Rows of the page editor', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
  });

  async function centre(tab: Tab, name: string) {
    const { x, y, width, height } = (await handle(tab, name).boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** From handle to handle, and on by some pixels. */
  async function drag(tab: Tab, name: string, target: string, beyond: number): Promise<void> {
    const [from, to] = [await centre(tab, name), await centre(tab, target)];
    await tab.mouse.move(from.x, from.y);
    await tab.mouse.down();
    await tab.mouse.move(to.x, to.y, { steps: 8 });
    await tab.mouse.move(to.x, to.y + beyond, { steps: 4 });
    await tab.mouse.up();
  }

  it('are dragged by mouse, and saved once, also into another block with like items', async () => {
    const { tab, captions, close } = await openEditor(site, 'mouse', page);
    const writes: string[] = [];
    tab.on('request', (request) => request.method() === 'POST' && writes.push(new URL(request.url()).pathname));
    await drag(tab, 'Music', 'Shop', -20);
    assert.deepEqual((await shownRows(tab)).slice(0, 3), ['Music', 'Shop', 'News']);
    await waitUntil(captions, ['Music', 'Shop', 'News']);
    await waitUntil(async () => writes.filter((path) => path.endsWith('/reorder')).length, 1);
    assert.equal(await hasFocus(handle(tab, 'Music')), true);

    await drag(tab, 'Shop', 'Blog', 25);
    await waitUntil(() => captions(1), ['Blog', 'Shop']);
    assert.deepEqual(await captions(0), ['Music', 'News']);
    await close();
  });

  it('are dragged by thumb on the handle; elsewhere the page scrolls', async () => {
    const many = { block: 'links', name: 'First', items: [...Array(10).keys()].map((n) => link(`Link ${n}`)) };
    const { tab, context, captions, close } = await openEditor(site, 'thumb', [many], { width: 390, touch: true });
    const touch = await context.newCDPSession(tab);
    const send = (type: string, point?: { x: number; y: number }) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] } as never);
    const swipe = async (from: { x: number; y: number }, down: number) => {
      await send('touchStart', from);
      for (let step = 1; step <= 12; step += 1) {
        await send('touchMove', { x: from.x, y: from.y + (down * step) / 12 });
        // As slow as a thumb: each move is seen before the next, and the last before the thumb leaves.
        await tab.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      }
      await send('touchEnd');
    };
    const name = (await row(tab, 'Link 1').boundingBox())!;
    await swipe({ x: name.x + 60, y: name.y + 20 }, -200);
    // It goes on for a moment after the thumb has left the screen.
    const isScrolled =
      'new Promise((end) => { const y = scrollY; setTimeout(() => end(y > 50 && y === scrollY), 300) })';
    await waitUntil(() => tab.evaluate<boolean>(isScrolled), true);
    assert.deepEqual(
      await captions(),
      [...Array(10).keys()].map((n) => `Link ${n}`),
    );
    const { y } = await centre(tab, 'Link 2');
    const from = await centre(tab, 'Link 4');
    const before = await tab.evaluate('scrollY');
    await swipe(from, y - 20 - from.y);
    await waitUntil(async () => (await captions()).slice(0, 5), ['Link 0', 'Link 1', 'Link 4', 'Link 2', 'Link 3']);
    assert.equal(await tab.evaluate('scrollY'), before);
    await close();
  });

  it('are moved by Alt and arrow keys; the new position is announced, and the focus stays', async () => {
    const { tab, captions, close } = await openEditor(site, 'keys', page);
    await row(tab, 'Shop').focus();
    await tab.keyboard.press('Alt+ArrowDown');
    await tab.getByRole('status').getByText('Shop, 2 of 3', { exact: true }).waitFor({ state: 'attached' });
    await tab.keyboard.press('Alt+ArrowDown');
    await tab.getByRole('status').getByText('Shop, 3 of 3', { exact: true }).waitFor({ state: 'attached' });
    assert.equal(await hasFocus(row(tab, 'Shop')), true);
    await waitUntil(captions, ['News', 'Music', 'Shop']);
    await row(tab, 'Second').focus();
    await tab.keyboard.press('Alt+ArrowUp');
    await waitUntil(captions, ['Blog']);
    await close();
  });

  it('are moved by menu, also to another block', async () => {
    const { tab, captions, close } = await openEditor(site, 'menus', page);
    await choose(tab, 'Music', 'To the top');
    await waitUntil(captions, ['Music', 'Shop', 'News']);
    await choose(tab, 'Music', 'Down');
    await waitUntil(captions, ['Shop', 'Music', 'News']);
    await choose(tab, 'Music', 'Move to another block…');
    await tab.getByRole('dialog').getByLabel('Place').fill('1');
    await tab.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    await waitUntil(() => captions(1), ['Music', 'Blog']);
    await tab.getByRole('button', { name: 'Undo: Music moved' }).click();
    await waitUntil(captions, ['Shop', 'Music', 'News']);
    await close();
  });
});
