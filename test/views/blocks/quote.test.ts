import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inside, shown } from './block-model.ts';

describe('quote', () => {
  it('is a figure with the quote and its author', () => {
    assert.equal(
      inside('quote', { content: { text: ' It <points>.\nNo more. ', author: ' Ada ' } }),
      '<figure class="card" dir="auto"><blockquote>It &lt;points&gt;.\nNo more.</blockquote><figcaption><bdi>Ada</bdi></figcaption></figure>',
    );
  });

  it('has no caption without an author, and its name above it', () => {
    const html = inside('quote', { name: 'Heard', content: { text: 'It points.' } });
    assert.equal(
      html,
      '<h2 dir="auto">Heard</h2><figure class="card" dir="auto"><blockquote>It points.</blockquote></figure>',
    );
  });

  it('is left out without a text', () => {
    assert.equal(shown('quote', { content: { text: ' \n ', author: 'Ada' } }), '');
  });
});
