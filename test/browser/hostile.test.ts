// Hostile content in any stored field is shown as text. The page runs none of it and sends no request for it.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import type { Window } from '../support/browser.ts';
import type { ItemGiven, PageGiven } from '../support/pages/pages.ts';
import { everyBlock, samplePage } from '../support/pages/sample-page.ts';
import { suiteScope } from '../support/server.ts';
import { openSite, type Site } from './site.ts';

const mark = '<img data-injected src=x onerror=alert(1)>';
const markup: Record<string, string> = {
  'quotes and attributes': `" data-injected onfocus="alert(1)" autofocus x='"'>${mark}`,
  'closing tags': `</style></script></template></title></textarea>${mark}<style data-injected>@import "https://evil.example/s.css";</style>`,
  'comments and entities': `--><!--<script>"}]}</script><script data-injected>alert(1)</script>&lt;img data-injected src=x onerror=alert(1)&gt;`,
  styles: '#000;}*{--injected:1;background:url(https://evil.example/css)}/*',
  'markdown and templates': `[x](javascript:alert(1)) ![x](https://evil.example/x.png) <https://evil.example> {{constructor.constructor("alert(1)")()}} \${alert(1)} <%= alert(1) %>${mark}`,
  'control characters': `a\0b\u202egnp.\u2066exe\u2028\ufeff\ud800${mark}`,
};
/** Harmful as the whole value only, where a value is used as an address or a colour. */
const addresses: Record<string, string> = {
  'script addresses': 'javascript:alert(1)//data-injected',
  'data addresses': 'data:text/html,<script data-injected>alert(1)</script>',
  'foreign addresses': 'https://evil.example/x.png?"><script data-injected>alert(1)</script>',
  'addresses without a scheme': '//evil.example/x',
  'style functions': 'url(https://evil.example/x)',
};
const cases = Object.entries({ ...markup, ...addresses }).map(([what, payload], index) => ({
  what,
  payload,
  username: `hostile-${index}`,
}));

describe('Hostile content', () => {
  const scope = suiteScope();
  let site: Site;
  let window: Window;
  let plain: Record<string, number>;
  before(async () => {
    site = await openSite(scope, [
      samplePage({ username: 'plain' }),
      ...cases.flatMap(({ payload, username }, index) => [
        poisoned(username, payload, index),
        overwhelmed(`${username}-all`, payload, index),
      ]),
    ]);
    window = await site.browser.open();
    await window.tab.goto(`${site.url}/plain`);
    plain = await census(window.tab);
  });

  for (const { what, payload, username } of cases) {
    it(`is text: ${what}`, async () => {
      window.forget();
      const form = everyBlock().findIndex(({ block }) => block === 'signup');
      const sent = `${username}/forms/${site.pages.get(username)!.blockIds[form]}/sent`;
      const notices = what in markup ? [`${username}/stack-links-1`, sent] : [];
      for (const address of [`${username}-all`, ...notices, username]) {
        const answer = await window.tab.goto(`${site.url}/${address}`);
        assert.equal(answer!.status(), 200, address);
        await assertHarmless(address);
      }
      if (what !== 'control characters') {
        assert.equal(await window.tab.locator('h1').first().textContent(), payload);
      }
      const { injected, ...found } = await census(window.tab);
      assert.equal(injected, 0);
      for (const [kind, count] of Object.entries(found)) {
        assert.ok(count <= plain[kind]!, `${count} of ${kind} where a plain page has ${plain[kind]}`);
      }
    });
  }

  async function assertHarmless(address: string): Promise<void> {
    const { tab, dialogs, forbidden } = window;
    // Triggers handlers for focus and hover.
    for (let step = 0; step < 3; step += 1) await tab.keyboard.press('Tab');
    const called = window.foreign.filter((url) => new URL(url).host !== 'chosen.example');
    assert.deepEqual([[...dialogs], [...forbidden], called], [[], [], []], address);
    assert.equal((await census(tab)).injected, 0, address);
  }
});

/** Counts elements and attributes that could do harm. */
async function census(tab: Tab): Promise<Record<string, number>> {
  return tab.locator('html').evaluate((root) => {
    const all = [root, ...root.querySelectorAll('*')];
    const count = (selector: string) => root.querySelectorAll(selector).length;
    const isHandler = ({ name }: { name: string }) => name.startsWith('on') || name === 'style' || name === 'srcdoc';
    const leads = (element: { protocol?: string }) => /^(https?|mailto|tel):$/.test(element.protocol ?? '');
    const style = root.ownerDocument.defaultView.getComputedStyle(root.ownerDocument.body);
    return {
      injected:
        count('[data-injected], [autofocus], base, object, embed, meta[http-equiv]') +
        all.filter((element) => [...element.attributes].some(isHandler)).length +
        [...root.querySelectorAll('a[href], area[href]')].filter((link) => !leads(link)).length +
        (style.getPropertyValue('--injected') === '' ? 0 : 1),
      scripts: count('script'),
      styles: count('style, link[rel=stylesheet]'),
      frames: count('iframe'),
      forms: count('form'),
      elements: all.length,
    };
  });
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const unchanged = new Set(['layout', 'provider', 'kind', 'style', 'until', 'type', 'slug', 'block', 'name', 'columns']);

/** The payload in every text field, in valid shapes. */
function poisoned(username: string, payload: string, index: number): PageGiven {
  const page = samplePage({ username, say: () => payload, target: `https://example.com/?${payload}` });
  return {
    ...page,
    ...settings(payload, index),
    avatar: payload,
    blocks: page.blocks!.map((block) => ({
      ...block,
      content: replaced(block.content as Json, payload, unchanged),
      items: (block.items ?? []).map((item, order) => ({
        ...item,
        thumbnail: order % 2 === 0 ? payload : `/uploads/${payload}`,
        settings: { ...item.settings, language: payload },
      })),
    })),
  };
}

/** The payload in every stored text, also in invalid shapes. */
function overwhelmed(username: string, payload: string, index: number): PageGiven {
  const page = poisoned(username, payload, index);
  return {
    ...page,
    blocks: page.blocks!.map((block) => ({
      ...block,
      content: replaced((block.content ?? null) as Json, payload, new Set()),
      settings: replaced(block.settings as Json, payload, new Set()) as object,
      items: (block.items ?? []).map(
        (item): ItemGiven => ({
          ...item,
          link: payload,
          element: replaced((item.element ?? null) as Json, payload, new Set()) as object,
          settings: { language: payload, from: payload, to: payload, highlight: payload },
        }),
      ),
    })),
    pixels: [{ type: 'facebook', id: payload }],
  };
}

function settings(payload: string, index: number): Partial<PageGiven> {
  const chosen = `https://chosen.example/${payload}`;
  const colours = { color: payload, color_1: payload, color_2: payload, animate: payload };
  return {
    seo: { page_name: payload, page_description: payload, opengraph_image: payload, block_engine: payload },
    social: Object.fromEntries(
      ['email', 'whatsapp', 'facebook', 'instagram', 'twitter', 'youtube'].map((network) => [network, payload]),
    ),
    customize: Object.fromEntries(
      ['font', 'theme', 'button_background_color', 'button_text_color', 'texts_color', 'radius', 'bio_align'].map(
        (setting) => [setting, payload],
      ),
    ),
    background: {
      type: ['solid', 'gradient', 'image', 'video'][index % 4],
      settings: {
        solid: colours,
        gradient: colours,
        image: { source: index % 8 < 4 ? 'external' : 'upload', external_url: chosen, image: payload },
        video: { source: index % 8 < 4 ? 'external' : 'upload', external_url: chosen, video: payload },
      },
    },
  };
}

function replaced(value: Json | undefined, payload: string, keep: ReadonlySet<string>): Json {
  if (typeof value === 'string') return payload;
  if (Array.isArray(value)) return value.map((part) => replaced(part, payload, keep));
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, keep.has(key) ? part : replaced(part, payload, keep)]),
  );
}
