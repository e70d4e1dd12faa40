// Somebody drags a row up and down: how many frames a second the browser draws meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page as Tab } from 'playwright-core';

export interface Frames {
  perSecond: number;
  longestMs: number;
}

const MOVES = 150;
const MOVE_MS = 16;
/** How far up and down, in pixels. */
const WAY = 300;

export async function measureDrag(tab: Tab, name: string): Promise<Frames> {
  const handle = tab.getByRole('button', { name: `Move ${name}`, exact: true });
  const { x, y, width, height } = (await handle.boundingBox())!;
  const [left, top] = [x + width / 2, y + height / 2];
  await tab.mouse.move(left, top);
  await tab.mouse.down();
  await tab.mouse.move(left, top + 12, { steps: 3 });
  await tab.locator('[data-dragging]').waitFor({ state: 'attached' });
  const drag = await frames(tab, () => move(tab, left, top));
  await tab.keyboard.press('Escape');
  await tab.mouse.up();
  return drag;
}

async function move(tab: Tab, x: number, y: number): Promise<void> {
  for (let step = 1; step <= MOVES; step += 1) {
    const moved = tab.mouse.move(x, y + WAY * Math.abs(Math.sin((step / MOVES) * 2 * Math.PI)));
    await Promise.all([moved, sleep(MOVE_MS)]);
  }
}

async function frames(tab: Tab, work: () => Promise<void>): Promise<Frames> {
  await tab.evaluate(`window.frameTimes = []; window.isDrawing = true;
    requestAnimationFrame(function draw(now) {
      frameTimes.push(now);
      if (isDrawing) requestAnimationFrame(draw);
    })`);
  await work();
  const times = (await tab.evaluate('isDrawing = false; frameTimes')) as number[];
  const gaps = times.slice(1).map((time, index) => time - times[index]!);
  return {
    perSecond: (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0),
    longestMs: Math.max(...gaps),
  };
}
