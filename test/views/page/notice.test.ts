import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { contrast, type Hex, mix } from '../../../contract/page/colours.ts';
import type { Page } from '../../../contract/page/page.ts';
import { themeDefaults } from '../../../contract/page/theme-defaults.ts';
import { themes } from '../../../contract/page/themes.ts';
import { i18nFor } from '../../../server/i18n/index.ts';
import { html } from '../../../server/views/html.ts';
import { type Notice, renderNotice } from '../../../server/views/page/notices/notice.ts';
import { noticeStyle } from '../../../server/views/page/notices/notice-style.ts';
import { elements, readMarkup, textOf } from '../markup.ts';
import { pageModel } from './page-model.ts';

const noticeOf = (notice: Notice) => renderNotice(notice, i18nFor('en'));

describe('A notice', () => {
  it('has a title, a text and actions', () => {
    const { html: document, policy } = noticeOf({
      sign: 'care',
      title: 'Handle with care',
      text: html`It leads to <b>${'shop.example'}</b>.`,
      action: { label: 'Continue', href: 'https://shop.example/?a=1&b=2' },
      otherwise: { label: 'Go back', href: '/ada' },
    });
    const tree = readMarkup(document);
    assert.equal(textOf(elements(tree, 'title')[0]!), 'Handle with care');
    assert.equal(textOf(elements(tree, 'h1')[0]!), 'Handle with care');
    assert.equal(textOf(elements(tree, 'p')[0]!), 'It leads to shop.example.');
    const [main] = elements(tree, 'main');
    assert.deepEqual(
      elements(main!, 'a').map((a) => [textOf(a), a.attributes.href, a.attributes.rel]),
      [
        ['Continue', 'https://shop.example/?a=1&b=2', 'noopener noreferrer'],
        ['Go back', '/ada', 'noopener noreferrer'],
      ],
    );
    assert.deepEqual(
      elements(tree, 'meta').flatMap(({ attributes }) => (attributes.name === 'robots' ? attributes.content : [])),
      ['noindex'],
    );
    const style = textOf(elements(tree, 'style')[0]!);
    assert.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; `));
    assert.doesNotMatch(policy, /script-src|https:/);
  });

  it('shows the status on its sign, and leaves out missing parts', () => {
    const tree = readMarkup(noticeOf({ sign: 404, title: 'Nothing here', text: 'Nobody has this address.' }).html);
    assert.equal(textOf(elements(tree, 'text')[0]!), '404');
    assert.equal(elements(elements(tree, 'main')[0]!, 'a').length, 0);
    assert.equal(elements(readMarkup(noticeOf({ title: 'Here', text: '' }).html), 'text').length, 0);
  });

  it('escapes its input', () => {
    const hostile = '</title><script>alert(1)</script>"><img src=x onerror=alert(1)>';
    const action = { label: hostile, href: `/ada?${hostile}` };
    const tree = readMarkup(noticeOf({ title: hostile, text: hostile, action, otherwise: action }).html);
    assert.equal(textOf(elements(tree, 'h1')[0]!), hostile);
    assert.deepEqual(elements(tree, 'script', 'img'), []);
  });

  it('is readable in the colours of the service, of each theme, and of any owner', () => {
    assertReadable(noticeStyle(undefined, ''), 'the service');
    const colours = ['#000000', '#ffffff', '#777777', '#ffe066'];
    const { background } = pageModel();
    for (const { name: theme } of themes) {
      const pageTheme = (customize: object, more: object = {}) => ({
        customize: { ...themeDefaults(theme), ...customize },
        background: { ...background, ...more } as Page['background'],
      });
      assertReadable(noticeStyle(pageTheme({}), ''), theme);
      for (const text of colours) {
        for (const other of colours) {
          const own = { texts_color: text, button_background_color: other, button_text_color: text };
          const gradient = { ...background.settings.gradient, color_1: text, color_2: other };
          assertReadable(noticeStyle(pageTheme(own), ''), `${theme} ${text} ${other}`);
          assertReadable(
            noticeStyle(pageTheme({}, { type: 'gradient', settings: { ...background.settings, gradient } }), ''),
            `${theme} on ${text} to ${other}`,
          );
        }
      }
    }
  });
});

function assertReadable(style: string, what: string): void {
  const ground = /linear-gradient\(160deg,(#\w{6}),(#\w{6})\)/.exec(style)?.slice(1) as [Hex, Hex] | undefined;
  const all = [...style.matchAll(/:root\{([^}]*)\}/g)].map(([, rules]) =>
    Object.fromEntries([...rules!.matchAll(/--([\w-]+):(#\w{6})/g)].map(([, name, colour]) => [name, colour])),
  ) as Record<string, Hex>[];
  const palettes = all.filter(({ bg }) => bg !== undefined);
  const wrong = all.flatMap(({ wrong }) => wrong ?? []);
  assert.equal(wrong.length, palettes.length, what);
  for (const [index, palette] of palettes.entries()) {
    const { bg, surface, text, muted, accent, button, 'button-text': buttonText, 'wash-1': wash } = palette;
    const behind = ground ? [...ground, mix(...ground, 0.5)] : [bg!, surface!, wash ?? bg!];
    for (const colour of [text!, muted!, accent!, wrong[index]!]) {
      for (const each of behind) assert.ok(contrast(colour, each) >= 4.5, `${what}: ${colour} on ${each}`);
    }
    assert.ok(contrast(buttonText!, button!) >= 4.5, `${what}: ${buttonText} on ${button}`);
  }
}
