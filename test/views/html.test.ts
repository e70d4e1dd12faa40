import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Content, html, trusted } from '../../server/views/html.ts';

test('escapes values in content and in attributes', () => {
  const hostile = `</p><script>alert("1" & '2')</script>`;
  assert.equal(
    html`<p title="${hostile}">${hostile}</p>`.toString(),
    '<p title="&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;">' +
      '&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;</p>',
  );
});

test('nests templates as markup, joins lists, and renders absent values as nothing', () => {
  const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
  assert.equal(
    html`<ul>${items}</ul>${null}${undefined}${false}${0}${['x', 1]}`.toString(),
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>0x1',
  );
  assert.equal(html`${trusted('<hr>')}`.toString(), '<hr>');
});

test('escapes data that imitates a template', () => {
  const imitation = JSON.parse('{"markup":"<script>","toString":"<script>"}') as Content;
  assert.ok(!html`${imitation}`.toString().includes('<script>'));
});

test('removes characters that XML forbids', () => {
  assert.equal(html`${'a\u0000b\u001bc\ud800d\n'}`.toString(), 'a\ufffdb\ufffdc\ufffdd\n');
});
