// Somebody types a caption, and opens and closes rows: when the preview shows it, and when the screen reacts.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Page as Tab } from 'playwright-core';

export interface Typed {
  /** From each key press to the frame of the preview that shows it, in ms. */
  preview: number[];
  /** From each key press or click to the next paint, in ms. */
  paint: number[];
}

const TEXT = 'Abcdefghijklmnopqrstuvwxyz the quick brown fox jumps over it';
const CLICKS = 20;
/** The rows in sight: others are not drawn. */
const ROWS = 5;
/** Entries of shorter interactions are not reported: they count as this. */
const LEAST_MS = 16;
/** A fast typist presses about ten keys a second. */
const PAUSE_MS = 100;
const GIVE_UP_MS = 5000;

/** In the dashboard: when keys were pressed, and how long each interaction took until the next paint. */
const watchKeys = `window.presses = []; window.interactions = new Map();
  addEventListener('keydown', (event) => presses.push(performance.timeOrigin + event.timeStamp), true);
  new PerformanceObserver((list) => {
    for (const { interactionId: id, duration } of list.getEntries())
      if (id > 0) interactions.set(id, Math.max(duration, interactions.get(id) ?? 0));
  }).observe({ type: 'event', durationThreshold: ${LEAST_MS} });
  window.counted = performance.interactionCount`;

/** In the preview: which caption was painted when. Origins of time may differ by process, but not their clock. */
const watchPreview = `window.painted = new Map();
  const look = () => {
    const caption = document.body.textContent.match(/Typed: ([^\\n]*?)~/)?.[1];
    if (caption !== undefined && !painted.has(caption))
      requestAnimationFrame(() => setTimeout(() => painted.set(caption, performance.timeOrigin + performance.now())));
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })`;

export async function measureTyping(tab: Tab): Promise<Typed> {
  const row = tab.locator('[data-part=main]').filter({ hasText: /^Link 0-0/ });
  await row.click();
  const field = tab.getByLabel('Caption', { exact: true });
  // What is typed goes between the two, where the preview can tell it.
  await field.fill('Typed: ~');
  await tab.frameLocator('iframe').getByText('Typed: ~').waitFor();
  await field.press('ArrowLeft');
  const frame = tab.frames().find((one) => one.url().endsWith('/preview'))!;
  await frame.evaluate(watchPreview);
  await tab.evaluate(watchKeys);

  const preview: number[] = [];
  for (let length = 1; length <= TEXT.length; length += 1) {
    await tab.keyboard.press(TEXT[length - 1] === ' ' ? 'Space' : TEXT[length - 1]!);
    const shown = await paintedAt(frame, TEXT.slice(0, length));
    const pressed = Number(await tab.evaluate('presses.at(-1)'));
    preview.push(shown - pressed);
    await sleep(PAUSE_MS);
  }
  await field.press('Escape');
  for (let click = 0; click < CLICKS; click += 1) {
    await tab
      .locator('[data-part=main]')
      .filter({ hasText: new RegExp(`^Link 0-${click % ROWS}(?!\\d)`) })
      .click();
    await sleep(PAUSE_MS);
  }
  return { preview, paint: await paintTimes(tab) };
}

async function paintedAt(frame: Frame, caption: string): Promise<number> {
  const deadline = performance.now() + GIVE_UP_MS;
  while (performance.now() < deadline) {
    const at = await frame.evaluate(`painted.get(${JSON.stringify(caption)})`);
    if (at !== undefined) return Number(at);
    await sleep(5);
  }
  throw new Error(`The preview does not show "${caption}".`);
}

async function paintTimes(tab: Tab): Promise<number[]> {
  const [found, count] = (await tab.evaluate(
    '[[...interactions.values()], performance.interactionCount - counted]',
  )) as [number[], number];
  return [...found, ...Array<number>(Math.max(0, count - found.length)).fill(LEAST_MS)];
}
