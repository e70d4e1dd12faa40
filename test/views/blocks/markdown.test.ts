// Markdown in texts and FAQ answers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markdown } from '../../../server/views/page/text/markdown.ts';
import { readMarkup } from '../markup.ts';

const p = (inner: string) => `<p dir="auto">${inner}</p>`;
const a = (href: string, inner: string) => `<a href="${href}" rel="noopener nofollow">${inner}</a>`;

const cases: [string, string][] = [
  ['One\ntwo\r\nthree\n\n\nFour', p('One<br>two<br>three') + p('Four')],
  ['**bold** __bold__ *it* _it_', p('<strong>bold</strong> <strong>bold</strong> <em>it</em> <em>it</em>')],
  [
    '***both*** ***a* b** half*word*',
    p('<strong><em>both</em></strong> <strong><em>a</em> b</strong> half<em>word</em>'),
  ],
  ['**a *b** c*', p('<strong>a *b</strong> c*')],
  ['snake_case_name 5 * 6 * 7 **** a*', p('snake_case_name 5 * 6 * 7 **** a*')],
  ['*over\ntwo lines* but *not\n\nthree*', p('<em>over<br>two lines</em> but *not') + p('three*')],
  ['`*a* <b>` `` `b', p('<code>*a* &lt;b&gt;</code> `` `b')],
  ['\\*a\\* \\[b](https://e.example) c\\d', p('*a* [b](https://e.example) c\\d')],
  ['[a **b**](https://e.example/x_(y)?z#w)!', p(`${a('https://e.example/x_(y)?z#w', 'a <strong>b</strong>')}!`)],
  ['[w](mailto:a@e.example) [t](tel:+44)', p(`${a('mailto:a@e.example', 'w')} ${a('tel:+44', 't')}`)],
  ['[a [b](https://e.example) c](https://f.example)', p(`[a ${a('https://e.example/', 'b')} c](https://f.example)`)],
  ['*a [b* c](https://e.example)', p('<em>a [b</em> c](https://e.example)')],
  ['[x](javascript:alert(1)) [y](JaVaScRiPt:alert(1))', p('[x](javascript:alert(1)) [y](JaVaScRiPt:alert(1))')],
  [
    '[x](data:text/html,y) [z](//e.example) [](https://e.example)',
    p('[x](data:text/html,y) [z](//e.example) [](https://e.example)'),
  ],
  [
    '[x](https://u:p@e.example) [y](https://e.example "t")',
    p('[x](https://u:p@e.example) [y](https://e.example &quot;t&quot;)'),
  ],
  ['- a\n* b\n  still b\n\n- c\n\nd', `<ul dir="auto"><li>a</li><li>b<br>still b</li><li>c</li></ul>${p('d')}`],
  ['1. a\n2) b', '<ol dir="auto"><li>a</li><li>b</li></ol>'],
  ['1984. It was', '<ol dir="auto" start="1984"><li>It was</li></ol>'],
  ['> a\n> b\n>\n> *c*\nd', `<blockquote dir="auto"><p>a<br>b</p><p><em>c</em></p></blockquote>${p('d')}`],
  ['>> a', '<blockquote dir="auto"><p>&gt; a</p></blockquote>'],
  ['>', ''],
  ['# a\n---\n![b](https://e.example/b.png)', p(`# a<br>---<br>!${a('https://e.example/b.png', 'b')}`)],
  ['<script>alert(1)</script>\n\n<!-- a -->', p('&lt;script&gt;alert(1)&lt;/script&gt;') + p('&lt;!-- a --&gt;')],
];

describe('Markdown', () => {
  for (const [typed, expected] of cases) {
    it(`renders ${JSON.stringify(typed)}`, () => assert.equal(String(markdown(typed)), expected));
  }

  it('renders thousands of marks completely and in linear time', () => {
    const marks = [
      '*',
      '**a',
      '*a ',
      '_',
      '[',
      '[a](',
      '](',
      '`',
      '`a ',
      '>',
      '> \n',
      '- ',
      '- a\n',
      '1. ',
      '\\',
      '[*_',
      '***a',
      ' ',
    ];
    for (const mark of [...marks, ...marks.map((one) => `${one}b* c](https://e.example) `)]) {
      // In quadratic time, a hundred times the length would not finish.
      for (const times of [5000, 100_000]) readMarkup(String(markdown(mark.repeat(times / mark.length))));
    }
  });

  it('nests its tags for any order of marks', () => {
    const marks = ['*', '**', '_', '__', '[', '](https://e.example)', '`', 'a', ' ', '\n'];
    let seed = 7;
    const next = () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return marks[seed % marks.length]!;
    };
    for (let round = 0; round < 2000; round++) {
      const typed = Array.from({ length: 12 }, next).join('');
      const drawn = String(markdown(typed));
      readMarkup(drawn);
      assert.doesNotMatch(drawn, /<a [^>]*>(?:(?!<\/a>).)*<a /, typed);
    }
  });
});
