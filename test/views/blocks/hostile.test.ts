// Hostile input in any field of any block appears on the page as text.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BlockType, blockTypes } from '../../../contract/vocabulary.ts';
import { exampleBlock } from '../../support/pages/example-blocks.ts';
import { elements, readMarkup } from '../markup.ts';
import { type BlockGiven, shown } from './block-model.ts';

const strings = [
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)' x='",
  '</a></section><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '[x](javascript:alert(1)) ![y](https://elsewhere.example/y.png) <https://elsewhere.example>',
  '&lt;b&gt; \u0000\u202e\ud800',
];

/** The same string in every string field, even if it is not valid there. */
function filledWith(type: BlockType, text: string): BlockGiven {
  const { content } = exampleBlock(type, () => text);
  const hasId = typeof content === 'object' && content !== null && 'id' in content;
  return {
    name: text,
    subheading: text,
    content: hasId ? { ...content, id: text } : content,
    settings: { layout: 'cards', style: text, align: text },
    items: [
      {
        caption: text,
        alt: text,
        picture: text,
        element: { description: text, answer: text, type: text, bytes: 1 },
        link: { language: text, isSensitive: true, isHighlighted: true },
      },
    ],
  };
}

const harmless = /^(https?:\/\/|mailto:|tel:|\/ada\/)/;

describe('Hostile text', () => {
  for (const type of blockTypes) {
    it(`stays text in a block of type ${type}`, () => {
      for (const text of strings) {
        const social = { email: text, whatsapp: text, facebook: text, instagram: text, twitter: text, youtube: text };
        const all = elements(
          readMarkup(shown(type, filledWith(type, text), { social, name: text }).replace(/<svg \w+>/g, '')),
        );
        for (const { tag, attributes } of all) {
          assert.ok(!['script', 'iframe', 'style', 'b64', 'x'].includes(tag), `<${tag}> in ${text}`);
          for (const [name, value] of Object.entries(attributes)) {
            assert.ok(!/^(on|style$|srcdoc$)/.test(name), `${name} in ${text}`);
            if (name === 'href') assert.match(value, harmless);
            if (name === 'src') assert.match(value, /^\/(?!\/)/);
            if (name === 'data-src') assert.match(value, /^https:\/\/[\w.-]+\//);
          }
        }
      }
    });
  }

  it('stays readable', () => {
    assert.match(shown('heading', { name: '<b>Ada</b>' }), /<h2 dir="auto">&lt;b&gt;Ada&lt;\/b&gt;<\/h2>/);
    assert.match(shown('text', { content: '<b>Ada</b>' }), /<p dir="auto">&lt;b&gt;Ada&lt;\/b&gt;<\/p>/);
  });
});
