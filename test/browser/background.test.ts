// A picture or video behind a page, on a phone.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import sharp from 'sharp';
import { contrast, type Hex } from '../../contract/page/colours.ts';
import { themes } from '../../contract/page/themes.ts';
import type { Window } from '../support/browser.ts';
import type { BlockGiven } from '../support/pages/pages.ts';
import { suiteScope } from '../support/server.ts';
import { openSite, type Site } from './site.ts';

const file = (name: string) => ({ source: 'external', external_url: `https://chosen.example/${name}` });
const image = { type: 'image', settings: { image: file('a.png') } };
const video = { type: 'video', settings: { video: file('a.mp4') } };
const phone = { width: 360, height: 740 };

const blocks: BlockGiven[] = [
  { block: 'heading', name: 'Ways from here', settings: { level: 2, align: 'center' } },
  { block: 'text', content: 'Written on the background, with [a link](https://example.com/there).' },
  {
    block: 'links',
    settings: { layout: 'stack' },
    items: Array.from({ length: 12 }, (_, index) => ({
      caption: `Arm ${index + 1}`,
      slug: `arm-${index + 1}`,
      link: 'https://example.com/arm',
    })),
  },
];
const shown = { name: 'Ada Fenwick', bio: 'I mend old road signs.', blocks };

describe('A picture behind a page', () => {
  const scope = suiteScope();
  let site: Site;
  before(async () => {
    site = await openSite(scope, [
      ...themes.map(({ name }) => ({
        username: `on-${name}`,
        customize: { theme: name },
        background: image,
        ...shown,
      })),
      { username: 'panelled', background: image, backgroundLayout: 'panel' as const, ...shown },
      ...themes.map(({ name }) => ({
        username: `film-${name}`,
        customize: { theme: name },
        background: video,
        ...shown,
      })),
      { username: 'rtl', name: 'دعاء', background: video, blocks },
    ]);
  });

  it('fills the phone, or the edges of a panel if its owner wants one', async () => {
    const window = await openPhone({ picture: '#0000ff' });
    await visit(window, 'on-signpost');
    // 65 % of #f5f1e8 over #0000ff.
    const full = await colourAt(window.tab, { x: 2, y: 300 });
    assert.ok(isNear(full, [159, 157, 240]), `${full}`);
    assert.ok(isNear(await betweenBlocks(window.tab), [159, 157, 240]), 'behind the content');
    await visit(window, 'panelled');
    assert.ok(isNear(await colourAt(window.tab, { x: 2, y: 300 }), [0, 0, 255]), 'beside the panel');
    // 90 % of #fffdf8.
    assert.ok(isNear(await betweenBlocks(window.tab), [230, 228, 249]), 'through the panel');
    await window.close();
  });

  for (const { name, ...theme } of themes) {
    it(`leaves all text readable over white and over black: ${name}`, async () => {
      for (const scheme of 'night' in theme ? (['light', 'dark'] as const) : (['light'] as const)) {
        for (const picture of ['#ffffff', '#000000'] as const) {
          const window = await openPhone({ picture, scheme, height: 1800 });
          await visit(window, `on-${name}`);
          for (const [part, found] of await contrasts(window.tab)) {
            assert.ok(found >= 4.5, `${part} over ${picture}, ${scheme}: ${found.toFixed(2)}`);
          }
          assert.deepEqual(window.forbidden, []);
          await window.close();
        }
      }
    });
  }

  it('has the button of a video above the content, where it covers nothing', async () => {
    const window = await openPhone({ motion: true });
    for (const username of [...themes.map(({ name }) => `film-${name}`), 'rtl']) {
      await visit(window, username);
      const button = window.tab.locator('#still + label');
      const { width, height } = (await button.boundingBox())!;
      assert.deepEqual([width >= 24, height >= 24], [true, true], username);
      for (const top of [0, 200, 400, 1e6]) {
        await window.tab.evaluate(`scrollTo(0, ${top})`);
        assert.deepEqual(await coveredBy(window.tab), [], `${username}, scrolled to ${top}`);
      }
      await window.tab.keyboard.press('Tab');
      const focused = window.tab.locator(':focus');
      assert.equal(await focused.getAttribute('id'), 'still', username);
      assert.equal(await window.tab.locator('video').isVisible(), true);
      await focused.press('Space');
      assert.equal(await window.tab.locator('video').isVisible(), false);
    }
    await window.close();
  });

  interface Phone {
    picture?: Hex;
    scheme?: 'light' | 'dark';
    motion?: boolean;
    height?: number;
  }

  async function openPhone({ picture, ...view }: Phone): Promise<Window> {
    const window = await site.browser.open({ ...phone, ...view });
    const body =
      picture &&
      (await sharp({ create: { width: 8, height: 8, channels: 3, background: picture } })
        .png()
        .toBuffer());
    await window.context.route('https://chosen.example/**', (route) =>
      body ? route.fulfill({ body, contentType: 'image/png' }) : route.abort(),
    );
    return window;
  }

  async function visit({ tab }: Window, username: string): Promise<void> {
    await tab.goto(`${site.url}/${username}`);
    await tab.waitForFunction('[...document.images].every((image) => image.complete)');
    await tab.evaluate('document.fonts.ready.then(() => true)');
  }
});

type Colour = readonly [number, number, number];
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function colourAt(tab: Tab, { x, y }: { x: number; y: number }): Promise<Colour> {
  const pixels = await screenshot(tab);
  return pixels({ x, y, width: 1, height: 1 })[0]!;
}

/** In the gap between two blocks, in the middle of the page. */
async function betweenBlocks(tab: Tab): Promise<Colour> {
  const { x, y } = (await tab.locator('.b-text').boundingBox())!;
  return colourAt(tab, { x: x + 10, y: y - 8 });
}

/** The colours in a part of the window. */
async function screenshot(tab: Tab): Promise<(part: Box) => Colour[]> {
  const { data, info } = await sharp(await tab.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (part) => {
    const [left, top] = [Math.round(part.x), Math.round(part.y)];
    const colours: Colour[] = [];
    for (let y = top; y < top + Math.ceil(part.height); y += 1) {
      for (let x = left; x < left + Math.ceil(part.width); x += 1) {
        const at = 3 * (y * info.width + x);
        colours.push([data[at]!, data[at + 1]!, data[at + 2]!]);
      }
    }
    assert.ok(top + part.height < info.height && colours.length > 0, 'in the window');
    return colours;
  };
}

const parts = ['h1', '.bio', '.b-heading h2', '.b-text p', '.b-text a', 'body>footer a'];

/** The lowest contrast of each text with the pixels behind it. */
async function contrasts(tab: Tab): Promise<[part: string, contrast: number][]> {
  const texts = (await tab.evaluate(`(${hideTexts})(${JSON.stringify(parts)})`)) as { colour: string; box: Box }[];
  const pixels = await screenshot(tab);
  return texts.map(({ colour, box }, index) => {
    const text = hex(colour.match(/\d+/g)!.map(Number) as unknown as Colour);
    const behind = new Set(pixels(box).map(hex));
    return [parts[index]!, Math.min(...[...behind].map((pixel) => contrast(text, pixel)))];
  });
}

/** Runs in the page. Hides the texts, and returns their colours and where their first lines were. */
const hideTexts = `(parts) => {
  const texts = parts.map((part) => {
    const element = document.querySelector(part);
    const range = document.createRange();
    range.selectNodeContents([...element.childNodes].find(({ nodeType }) => nodeType === 3));
    const { x, y, width, height } = range.getClientRects()[0];
    // The middle of the line: the edges may touch a rule beside the text.
    return { element, colour: getComputedStyle(element).color, box: { x, y: y + height / 4, width, height: height / 2 } };
  });
  for (const { element } of texts) {
    element.style.setProperty('-webkit-text-fill-color', 'transparent');
    element.style.setProperty('text-decoration', 'none');
  }
  return texts.map(({ colour, box }) => ({ colour, box }));
}`;

/** The links and other parts of the page that the button of the video covers. */
async function coveredBy(tab: Tab): Promise<string[]> {
  const boxes =
    (await tab.evaluate(`['#still + label', 'main a, main button, h1, .bio, .avatar, footer a'].map((parts) =>
    [...document.querySelectorAll(parts)].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return { x, y, width, height, text: part.textContent };
    }))`)) as (Box & { text: string })[][];
  const [[button], others] = boxes as [[Box], (Box & { text: string })[]];
  assert.ok(others.length > 12);
  return others.filter((part) => isOver(button, part)).map(({ text }) => text);
}

function isOver(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function hex(colour: Colour): Hex {
  return `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function isNear(colour: Colour, expected: Colour): boolean {
  return colour.every((value, index) => Math.abs(value - expected[index]!) <= 3);
}
