import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from '../../contract/page/page.ts';
import { themes } from '../../contract/page/themes.ts';
import { pageSettings } from '../../server/domain/page/page-settings.ts';
import { pageHeader } from '../../server/views/page/header.ts';
import { backgroundLayer, mediaOf } from '../../server/views/page/pictures/background-layer.ts';
import { pageStyle, rootAttributes } from '../../server/views/page/style.ts';

describe('The appearance of a page', () => {
  it('defines every CSS property that blocks use, in less than six kilobytes', () => {
    for (const { name } of themes) {
      const style = pageStyle(page({ customize: { theme: name } }));
      for (const property of properties)
        assert.match(style, new RegExp(`[{;]--${property}:[^;}]`), `${name} ${property}`);
      assert.ok(style.length < 6144, `${name}: ${style.length}`);
      assert.equal(style.match(/{/g)?.length, style.match(/}/g)?.length, name);
    }
  });

  it('has classes for theme and alignment, a direction and fonts', () => {
    assert.deepEqual(rootAttributes(page({ customize: { theme: 'gazette' } })), {
      classes: 't-gazette a-center',
      dir: 'ltr',
      fonts: [
        { href: '/assets/fonts/5.3.0/lora-latin-wght-normal.woff2' },
        { href: '/assets/fonts/5.3.0/playfair-display-latin-wght-normal.woff2' },
      ],
    });
    const own = { theme: 'gazette', font: 'inter', bio_align: 'right', button_background_color: '#ff0000' };
    const { classes, dir, fonts } = rootAttributes(page({ name: '«דנה»', customize: own }));
    assert.deepEqual([classes, dir], ['t-gazette a-right own-buttons', 'rtl']);
    assert.deepEqual(fonts, [{ href: '/assets/fonts/5.3.0/inter-latin-wght-normal.woff2' }]);
  });

  it('loads only the font subsets that the page needs', () => {
    assert.doesNotMatch(pageStyle(page({ customize: { font: 'inter' } })), /unicode-range|cyrillic/);
    const style = pageStyle(page({ bio: 'Привет', customize: { font: 'inter' } }));
    assert.match(style, /inter-cyrillic-wght-normal\.woff2\) format\("woff2"\);unicode-range:U\+0301,U\+0400/);
    assert.doesNotMatch(style, /greek/);
    assert.doesNotMatch(pageStyle(page({ customize: { theme: 'quiet' } })), /@font-face|url\(/);
  });

  it('puts no raw input into the style sheet', () => {
    const hostile = '#000000;}</style><script>alert(1)</script><style>{x:url(https://example.net/)';
    const settings = {
      solid: { color: hostile },
      gradient: { color_1: hostile, color_2: hostile, animate: hostile },
      image: { source: 'external', external_url: `https://example.net/"><script>${hostile}`, image: hostile },
      video: { source: hostile, external_url: hostile, video: hostile },
    };
    const customize = Object.fromEntries(Object.keys(page({}).customize).map((name) => [name, hostile]));
    for (const type of ['solid', 'gradient', 'image', 'video', hostile]) {
      const made = { ...page({ background: { type, settings } }), customize: customize as Page['customize'] };
      assert.doesNotMatch(`${pageStyle(made)} ${rootAttributes(made).classes}`, /[<>]script|example\.net|alert/);
      assert.doesNotMatch(String(backgroundLayer(made) ?? ''), /<script|"">/);
    }
  });
});

describe('The header', () => {
  it('shows a generated picture, the name, and the bio if there is one', () => {
    const full = String(pageHeader(page({ avatar: 'https://links.example/pictures/me.png?v=2', bio: ' One\nTwo ' })));
    assert.match(full, /<img class="avatar" src="\/pictures\/me\.png\?v=2" alt=""/);
    assert.match(full, /<h1 dir="auto">Ada<\/h1>\s*<p class="bio" dir="auto">One\nTwo<\/p>/);
    const bare = String(pageHeader(page({ avatar: 'https://tracker.example/me.png', bio: ' ', name: ' ' })));
    assert.match(bare, /src="\/pictures\/avatar\/q3Vw8mT0bYkZr5nXc1LsAg\.svg"/);
    assert.match(bare, /<h1 dir="auto">ada<\/h1>/);
    assert.doesNotMatch(bare, /class="bio"|tracker|<ul/);
  });

  it('shows social links, unless a block does', () => {
    const social = { instagram: 'ada.example' };
    assert.match(
      String(pageHeader(page({ social }))),
      /href="https:\/\/www\.instagram\.com\/ada\.example"[^>]*aria-label="Instagram"/,
    );
    const block = {
      type: 'social',
      id: 1,
      name: null,
      subheading: null,
      settings: { style: 'icons' },
      content: null,
      items: [],
    };
    assert.doesNotMatch(String(pageHeader({ ...page({ social }), blocks: [block] as Page['blocks'] })), /instagram/);
  });
});

describe('The background', () => {
  const external = (url: string) => ({ source: 'external', external_url: url });

  it('is an uploaded or external picture', () => {
    const away = page({ background: { type: 'image', settings: { image: external('https://Example.com/a b.jpg') } } });
    assert.match(
      String(backgroundLayer(away)),
      /^<img class="backdrop" src="https:\/\/example\.com\/a%20b\.jpg" alt=""/,
    );
    assert.deepEqual(mediaOf(away), ['https://example.com']);
    const ours = page({
      background: { type: 'image', settings: { image: { image: 'https://links.example/u/1.jpg' } } },
    });
    assert.match(String(backgroundLayer(ours)), /src="\/u\/1\.jpg"/);
    assert.deepEqual(mediaOf(ours), []);
    for (const url of ['javascript:alert(1)', 'data:image/png,x', 'https://a:b@example.com/', '//example.com/x', '']) {
      const none = page({ background: { type: 'image', settings: { image: external(url) } } });
      assert.deepEqual([backgroundLayer(none), mediaOf(none)], [undefined, []], url);
    }
  });

  it('moves only without prefers-reduced-motion, and can be stopped without script', () => {
    const film = page({ background: { type: 'video', settings: { video: external('https://example.com/a.mp4') } } });
    const drawn = String(backgroundLayer(film));
    assert.match(drawn, /<input type="checkbox" id="still"><label for="still">/);
    assert.match(drawn, /<video class="backdrop" muted loop playsinline autoplay/);
    assert.match(
      drawn,
      /<source src="https:\/\/example\.com\/a\.mp4" media="\(prefers-reduced-motion:no-preference\)">/,
    );
    const waves = page({ background: { type: 'gradient', settings: { gradient: { animate: '1' } } } });
    assert.match(String(backgroundLayer(waves)), /id="still".*<div class="backdrop flow">/);
    assert.match(pageStyle(waves), /@media \(prefers-reduced-motion:no-preference\){\.flow{/);
    const still = page({ background: { type: 'gradient', settings: { gradient: { animate: '0' } } } });
    assert.equal(backgroundLayer(still), undefined);
    assert.match(pageStyle(still), /body{background:linear-gradient\(160deg,#f6f1e7,#dbe7f0\)}/);
    assert.doesNotMatch(pageStyle(still), /animation|#still/);
  });
});

const properties =
  'bg surface text muted accent button button-text border radius radius-small shadow font font-display gap width'.split(
    ' ',
  );

interface Given {
  name?: string;
  bio?: string;
  avatar?: string;
  customize?: object;
  background?: object;
  social?: object;
}

function page({ name = 'Ada', bio = '', avatar = '', customize = {}, background = {}, social = {} }: Given): Page {
  const settings = pageSettings({
    seo: '{}',
    social: JSON.stringify(social),
    customize: JSON.stringify(customize),
    background: JSON.stringify(background),
  });
  return {
    ...settings,
    accountId: 7,
    publicToken: 'q3Vw8mT0bYkZr5nXc1LsAg',
    username: 'ada',
    name,
    bio,
    avatar: avatar || '/pictures/avatar/q3Vw8mT0bYkZr5nXc1LsAg.svg',
    origin: 'https://links.example',
    seo: { title: name, description: '', isHidden: false, shareImage: '/pictures/share/q3Vw8mT0bYkZr5nXc1LsAg.jpg' },
    blocks: [],
    pixels: [],
    asksConsent: false,
    backgroundLayout: 'full',
    language: null,
  };
}
