import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { contrast, type Hex } from '../../../contract/page/colours.ts';
import { i18nFor } from '../../../server/i18n/index.ts';
import { html } from '../../../server/views/html.ts';
import { type Notice, renderNotice } from '../../../server/views/page/notices/notice.ts';
import { noticeStyle } from '../../../server/views/page/notices/notice-style.ts';
import { elements, readMarkup, textOf } from '../markup.ts';

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

  it('is readable in light and dark mode', () => {
    const palettes = [...noticeStyle.matchAll(/:root\{([^}]*)\}/g)].map(([, rules]) =>
      Object.fromEntries([...rules!.matchAll(/--([\w-]+):(#\w+)/g)].map(([, name, colour]) => [name, full(colour!)])),
    ) as Record<string, Hex>[];
    assert.equal(palettes.length, 2);
    for (const { ground, glow, ink, soft, accent, 'on-accent': onAccent } of palettes) {
      for (const behind of [ground!, glow!]) {
        for (const text of [ink!, soft!, accent!]) assert.ok(contrast(text, behind) >= 4.5, `${text} on ${behind}`);
      }
      assert.ok(contrast(onAccent!, accent!) >= 4.5, `${onAccent} on ${accent}`);
    }
  });
});

function full(colour: string): string {
  return colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
}
