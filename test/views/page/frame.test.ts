// The frame of a page: head, Content-Security-Policy, pixels and script.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { blockExamples } from '../../../contract/blocks/examples.ts';
import type { Page } from '../../../contract/page/page.ts';
import { blockTypes, type PixelType } from '../../../contract/vocabulary.ts';
import { blockScripts } from '../../../server/views/page/blocks.ts';
import { renderPage } from '../../../server/views/page/document.ts';
import { pageScript } from '../../../server/views/page/script.ts';
import { pixelTemplates } from '../../../server/views/pixel-templates.ts';
import { expectedPlatforms } from '../../support/pages/pixel-platforms.ts';
import { type BlockGiven, blockModel } from '../blocks/block-model.ts';
import { type Element, elements, readMarkup, textOf } from '../markup.ts';
import { linksBlock, pageModel } from './page-model.ts';

const rendered = (given: Partial<Page> = {}, withPixels = true) => renderPage(pageModel(given), { withPixels });
const headOf = (given: Partial<Page> = {}) => rendered(given).rest.split('</head>')[0]!;
const metas = (given: Partial<Page>) => {
  const found = [...headOf(given).matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)];
  return Object.fromEntries(found.map(([, name, content]) => [name, content]));
};

/** The JSON-LD as a browser parses it: up to the first end tag of a script. */
function dataOf(given: Partial<Page>): unknown {
  const [, json] = /<script type="application\/ld\+json">([\s\S]*?)<\/script/i.exec(rendered(given).rest)!;
  return JSON.parse(json!);
}

describe('The head of a page', () => {
  it('describes the page to search engines and link previews', () => {
    const [title, ...tags] = headOf({ social: { ...pageModel().social, instagram: 'ada.f' } })
      .trimEnd()
      .split('\n');
    assert.equal(title, '<title>Ada Fenwick</title>');
    const data = tags.pop();
    assert.deepEqual(tags, [
      '<meta name="description" content="I mend old road signs.">',
      '<link rel="canonical" href="https://links.example/ada">',
      '<link rel="icon" href="/pictures/avatar/q3Vw8mT0bYkZr5nXc1LsAg.svg">',
      '<meta property="og:type" content="profile">',
      '<meta property="og:title" content="Ada Fenwick">',
      '<meta property="og:description" content="I mend old road signs.">',
      '<meta property="og:url" content="https://links.example/ada">',
      '<meta property="og:image" content="https://links.example/pictures/share/q3Vw8mT0bYkZr5nXc1LsAg.jpg">',
      '<meta property="og:image:width" content="1200">',
      '<meta property="og:image:height" content="630">',
      '<meta property="og:image:alt" content="Ada Fenwick">',
      '<meta property="profile:username" content="ada">',
      '<meta name="twitter:card" content="summary_large_image">',
      '<meta name="twitter:title" content="Ada Fenwick">',
      '<meta name="twitter:description" content="I mend old road signs.">',
      '<meta name="twitter:image" content="https://links.example/pictures/share/q3Vw8mT0bYkZr5nXc1LsAg.jpg">',
    ]);
    assert.match(data!, /^<script type="application\/ld\+json">\{.*\}<\/script>$/);
  });

  it('leaves out empty tags, and has noindex if the owner chose it', () => {
    const plain = metas({ bio: '' });
    assert.ok(!('description' in plain) && !('og:description' in plain) && !('robots' in plain));
    assert.equal(metas({ seo: { ...pageModel().seo, isHidden: true } }).robots, 'noindex');
  });

  it('cuts a long description between words, and never in the middle of a character', () => {
    const words = metas({ bio: `${'word '.repeat(100)}\n\nend` }).description!;
    assert.equal(words, `${'word '.repeat(60).trim()}…`);
    const unbroken = metas({ bio: `a${'😀'.repeat(300)}` }).description!;
    assert.equal(unbroken, `a${'😀'.repeat(149)}…`);
  });

  it('loads no external picture, and names one only in og:image', () => {
    const seo = { ...pageModel().seo, shareImage: 'https://cdn.example/card.jpg' };
    const elsewhere = headOf({ avatar: 'https://cdn.example/me.png', seo });
    assert.match(elsewhere, /<link rel="icon" href="\/pictures\/avatar\/q3Vw8mT0bYkZr5nXc1LsAg\.svg">/);
    assert.doesNotMatch(elsewhere, /apple-touch-icon|og:image:width|me\.png/);
    assert.match(elsewhere, /<meta property="og:image" content="https:\/\/cdn\.example\/card\.jpg">/);
    const ours = headOf({ avatar: 'https://links.example/uploads/me.png' });
    assert.match(
      ours,
      /<link rel="icon" href="\/uploads\/me\.png">\n<link rel="apple-touch-icon" href="\/uploads\/me\.png">/,
    );
    for (const avatar of ['//cdn.example/a.png', '/\\cdn.example/a.png', 'https://links.example//cdn.example/a.png']) {
      assert.match(
        headOf({ avatar }),
        /<link rel="icon" href="\/pictures\/avatar\/q3Vw8mT0bYkZr5nXc1LsAg\.svg">/,
        avatar,
      );
    }
    for (const shareImage of ['javascript:alert(1)', 'data:image/png,x', 'http://']) {
      const image = metas({ seo: { ...seo, shareImage } })['og:image'];
      assert.equal(image, 'https://links.example/pictures/share/q3Vw8mT0bYkZr5nXc1LsAg.jpg', shareImage);
    }
  });

  it('has JSON-LD about the owner of the page', () => {
    const social = {
      ...pageModel().social,
      email: 'ada@example.com',
      twitter: 'https://x.com/ada',
      youtube: 'javascript:x',
    };
    const blocks = [
      linksBlock(
        { url: 'https://shop.example/' },
        { url: 'https://shop.example/' },
        { url: 'https://secret.example/', isSensitive: true },
        { url: 'tel:+441632960123' },
      ),
    ];
    assert.deepEqual(dataOf({ social, blocks }), {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      url: 'https://links.example/ada',
      name: 'Ada Fenwick',
      description: 'I mend old road signs.',
      mainEntity: {
        '@type': 'Person',
        name: 'Ada Fenwick',
        alternateName: 'ada',
        description: 'I mend old road signs.',
        image: 'https://links.example/pictures/avatar/q3Vw8mT0bYkZr5nXc1LsAg.svg',
        url: 'https://links.example/ada',
        sameAs: ['https://x.com/ada'],
      },
      significantLink: ['https://shop.example/'],
    });
  });
});

describe('Input of an owner', () => {
  const hostile = [
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    'javascript:alert(1)',
    '</title></style><!--<script>',
    'x\u2028{{x}}&lt;b&gt;\0\ud800',
  ];

  for (const text of hostile) {
    it(`is text: ${JSON.stringify(text)}`, () => {
      const given: Partial<Page> = {
        name: text,
        bio: text,
        avatar: text,
        seo: { title: text, description: text, isHidden: false, shareImage: text },
        social: { email: text, whatsapp: text, facebook: text, instagram: text, twitter: text, youtube: text },
        pixels: [{ type: 'facebook', id: text }],
        blocks: [{ ...linksBlock(), type: 'heading', name: text, settings: { level: 2, align: 'left' }, items: [] }],
      };
      const { start, rest } = rendered(given);
      assert.equal(start, rendered({ blocks: given.blocks! }).start, 'the start contains no input');
      const data = dataOf(given) as { name: string; mainEntity: { name: string; sameAs?: string[] } };
      assert.equal(data.mainEntity.name, text);
      assert.equal(data.mainEntity.sameAs, undefined);
      const own = `<script>${pageScript({ embeds: false, blocks: [], pixels: 'none' })}</script>`;
      const tree = readMarkup(start + rest.replace(own, '').replace(/<script type[^>]*>[\s\S]*?<\/script>/, ''));
      for (const { tag, attributes } of elements(tree)) {
        assert.ok(!['script', 'iframe', 'object', 'base'].includes(tag), tag);
        for (const [name, value] of Object.entries(attributes)) {
          assert.doesNotMatch(name, /^on|^style$/);
          if (/^(href|src|action)$/.test(name)) assert.match(value, /^(\/(?!\/)|https:\/\/links\.example\/|#)/);
        }
      }
      const shown = text.toWellFormed().replaceAll('\0', '\ufffd');
      assert.equal(textOf(elements(tree, 'h1')[0]!), shown);
    });
  }
});

describe('The start of a page', () => {
  it('is the same for two accounts with the same appearance', () => {
    const ada = rendered({ blocks: [linksBlock({ url: 'https://shop.example/' })] });
    const bo = rendered({
      ...{ accountId: 8, username: 'bo', name: 'Bo', bio: '', avatar: '/pictures/avatar/8.svg' },
      seo: { title: 'Bo', description: '', isHidden: true, shareImage: '/pictures/share/8.jpg' },
      blocks: [linksBlock({ url: 'https://other.example/' }, { url: 'https://more.example/' })],
    });
    assert.equal(ada.start, bo.start);
    assert.match(
      ada.start,
      /^<!doctype html>\n<html lang="en" dir="ltr" class="[\w -]+">\n<head>\n<meta charset="utf-8">\n<meta name="viewport"/,
    );
    assert.ok(ada.start.endsWith('</style>\n'));
    assert.match(rendered({ name: 'עדה' }).start, /^<!doctype html>\n<html lang="en" dir="rtl"/);
    // The owner's language decides, whatever the name is written in.
    for (const [language, name, dir] of [
      ['de', 'עדה', 'ltr'],
      ['ar', 'Ada', 'rtl'],
      ['pa-Arab', 'Ada', 'rtl'],
      ['az', 'Ada', 'ltr'],
    ] as const) {
      const opening = `<!doctype html>\n<html lang="${language}" dir="${dir}"`;
      assert.equal(rendered({ language, name }).start.slice(0, opening.length), opening);
    }
  });
});

describe('The Content-Security-Policy of a page', () => {
  const sources = (policy: string) =>
    Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/s).slice(0, 2))) as Record<
      string,
      string
    >;
  const withoutHashes = (policy: string) => policy.replace(/'sha256-[^']+'/g, 'HASH');
  const only = (type: PixelType): Partial<Page> => ({ pixels: [{ type, id: 'ID-1' }] });

  it('allows only inline code by hash and the same origin', () => {
    const { start, rest, policy } = rendered();
    const [, style] = /<style>([\s\S]*)<\/style>/.exec(start)!;
    const [, script] = /<script>([\s\S]*)<\/script>/.exec(rest)!;
    assert.equal(
      policy,
      `default-src 'none'; script-src 'sha256-${hash('sha256', script!, 'base64')}'; ` +
        `style-src 'sha256-${hash('sha256', style!, 'base64')}'; img-src 'self'; media-src 'self'; ` +
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'; upgrade-insecure-requests",
    );
    assert.doesNotMatch(rendered({ origin: 'http://localhost:3000' }).policy, /upgrade-insecure-requests/);
  });

  for (const [type, { policy: expected }] of Object.entries(expectedPlatforms) as [PixelType, { policy: object }][]) {
    it(`allows only the vendor of ${type} for that pixel`, () => {
      const base = sources(withoutHashes(rendered().policy.replace(/require-trusted-types-for.*'none'; /, '')));
      assert.deepEqual(sources(withoutHashes(rendered(only(type)).policy)), { ...base, ...expected });
    });
  }

  it('allows no vendor for visitors who object to tracking, nor for an invalid id', () => {
    const plain = rendered();
    const pixels = Object.keys(expectedPlatforms).map((type) => ({ type: type as PixelType, id: 'ID-1' }));
    assert.deepEqual(rendered({ pixels }, false), plain);
    assert.deepEqual(rendered({ pixels, asksConsent: true }, false), plain);
    for (const id of ['', "');alert(1)//", '</script>', 'a b', 'x'.repeat(101), 'é', 'a\n']) {
      assert.deepEqual(rendered({ pixels: [{ type: 'facebook', id }] }), plain, JSON.stringify(id));
    }
    assert.deepEqual(rendered({ pixels: [{ type: 'constructor' as PixelType, id: '1' }] }), plain);
  });

  it('has the hash of every script on the page and no other', () => {
    const pixels = Object.keys(expectedPlatforms).map((type) => ({ type: type as PixelType, id: 'GTM-1_a.b:c' }));
    for (const asksConsent of [false, true]) {
      const { rest, policy } = rendered({ pixels, asksConsent });
      const inline = [...rest.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text!);
      assert.equal(inline.length, pixels.length + 1, 'a snippet of each platform and ours');
      const hashes = inline.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`);
      assert.deepEqual(
        sources(policy)
          ['script-src']!.match(/'sha256-[^']+'/g)
          ?.toSorted(),
        hashes.toSorted(),
      );
    }
  });

  it('allows the players and the external background of the page', () => {
    const { background } = pageModel();
    const { policy, rest } = rendered({
      blocks: [
        {
          ...{ type: 'video', id: 1, name: null, subheading: null, items: [] },
          ...{ settings: { autoplay: false }, content: { provider: 'vimeo', id: '1' } },
        },
      ],
      background: {
        type: 'image',
        settings: {
          ...background.settings,
          image: { source: 'external', external_url: 'https://pictures.example/a.jpg', image: '' },
        },
      },
    });
    assert.equal(sources(policy)['frame-src'], 'https://player.vimeo.com');
    assert.equal(sources(policy)['img-src'], "'self' https://pictures.example");
    assert.match(rest, /<template id="player"><iframe /);
  });
});

describe('Pixels', () => {
  const pixels: Page['pixels'] = [
    { type: 'facebook', id: '123' },
    { type: 'google_analytics', id: 'G-1' },
  ];

  it('are snippets in a template, with the vendor’s picture in noscript', () => {
    const { rest } = rendered({ pixels });
    const [, held] = /<template id="held">([\s\S]*?)<\/template>/.exec(rest)!;
    for (const { type, id } of pixels) {
      assert.ok(held!.includes(pixelTemplates[type].template.replaceAll('{pixel}', id)), type);
    }
    const outside = rest.replace(held!, '');
    assert.equal(outside.match(/<noscript>/g)?.length, 1);
    assert.match(outside, /www\.facebook\.com\/tr\?id=123/);
    assert.doesNotMatch(outside, /connect\.facebook\.net|googletagmanager|Decline|id="privacy"/);
  });

  it('wait for consent if the page asks for it, and are absent without script', () => {
    const { rest, start } = rendered({ pixels, asksConsent: true });
    assert.doesNotMatch(rest, /<noscript/);
    const tree = readMarkup(rest.slice(rest.indexOf('<section id="ask"'), rest.indexOf('<template')));
    const bar = elements(tree, 'section')[0]!;
    assert.deepEqual(bar.attributes, {
      id: 'ask',
      'aria-label': 'Privacy',
      'data-key': 'pixels 7 facebook google_analytics',
      hidden: '',
    });
    assert.match(textOf(bar), /May this page load Meta Pixel and Google Analytics\?/);
    const buttons = elements(bar, 'button').map((button: Element) => [textOf(button), button.attributes]);
    assert.deepEqual(buttons, [
      ['Decline', { type: 'button', value: '0' }],
      ['Accept', { type: 'button', value: '1' }],
    ]);
    assert.match(rest, /<button type="button" id="privacy" hidden>Privacy<\/button>/);
    assert.match(start, /#ask/);
    assert.doesNotMatch(rendered({ asksConsent: true }).start, /#ask/, 'nothing to ask about');
  });
});

describe('The script', () => {
  it('has at most 1,024 bytes with all its parts', () => {
    const examples = blockTypes.map((type) => blockModel(type, blockExamples[type] as BlockGiven));
    const blocks = blockScripts(pageModel({ blocks: examples }));
    const all = pageScript({ embeds: true, blocks, pixels: 'ask' });
    assert.ok(Buffer.byteLength(`<script>${all}</script>`) <= 1024, `${Buffer.byteLength(all)} bytes`);
    assert.doesNotThrow(() => new Function(all));
    assert.doesNotMatch(all, /<\/|<!--|cookie/);
  });

  it('contains only the heartbeat if nothing else is needed', () => {
    const script = pageScript({ embeds: false, blocks: [], pixels: 'none' });
    assert.match(script, /sendBeacon/);
    assert.doesNotMatch(script, /player|held|data-until/);
    assert.ok(
      rendered({ blocks: [linksBlock({ url: 'https://shop.example/' })] }).rest.includes(`<script>${script}</script>`),
    );
  });
});
