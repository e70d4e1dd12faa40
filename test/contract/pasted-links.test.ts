// Links in pasted text, and the titles that are guessed from their addresses.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { invalidLines, linksIn } from '../../contract/page/pasted-links.ts';

const captions: [text: string, caption: string, link: string][] = [
  ['https://one.example', 'one.example', 'https://one.example/'],
  ['My shop https://shop.example', 'My shop', 'https://shop.example/'],
  ['My shop: shop.example', 'My shop', 'https://shop.example/'],
  ['shop.example – the best', 'the best', 'https://shop.example/'],
  ['[Seven](https://seven.example)', 'Seven', 'https://seven.example/'],
  ['instagram.com/ada', 'Instagram', 'https://instagram.com/ada'],
  ['https://www.instagram.com/ada/?hl=de', 'Instagram', 'https://www.instagram.com/ada/?hl=de'],
  ['https://x.com/ada', 'X', 'https://x.com/ada'],
  ['https://ada.bandcamp.com/album/roads', 'Bandcamp', 'https://ada.bandcamp.com/album/roads'],
  ['https://open.spotify.com/artist/3WrF', 'Spotify', 'https://open.spotify.com/artist/3WrF'],
  ['instagram.com.evil.example', 'instagram.com.evil.example', 'https://instagram.com.evil.example/'],
  ['example.com/my-new-book', 'My new book', 'https://example.com/my-new-book'],
  [
    'https://example.com/books/my_new_book.html?ref=1#top',
    'My new book',
    'https://example.com/books/my_new_book.html?ref=1#top',
  ],
  ['https://example.com/my-new-book-123456/', 'My new book', 'https://example.com/my-new-book-123456/'],
  ['https://example.com/shop', 'Shop', 'https://example.com/shop'],
  ['https://example.com/%E6%9C%AC', 'example.com', 'https://example.com/%E6%9C%AC'],
  ['https://example.com/%E6%96%B0%E5%88%8A', '新刊', 'https://example.com/%E6%96%B0%E5%88%8A'],
  [
    'https://example.com/%D9%83%D8%AA%D8%A7%D8%A8-%D8%AC%D8%AF%D9%8A%D8%AF',
    'كتاب جديد',
    'https://example.com/%D9%83%D8%AA%D8%A7%D8%A8-%D8%AC%D8%AF%D9%8A%D8%AF',
  ],
  ['https://example.com/en/', 'example.com', 'https://example.com/en/'],
  ['https://example.com/index.html', 'example.com', 'https://example.com/index.html'],
  ['https://example.com/p/dQw4w9WgXcQ', 'example.com', 'https://example.com/p/dQw4w9WgXcQ'],
  ['https://example.com/aBcDeFgH', 'example.com', 'https://example.com/aBcDeFgH'],
  ['https://example.com/@ada', 'example.com', 'https://example.com/@ada'],
  ['https://example.com/%zz', 'example.com', 'https://example.com/%zz'],
  ['münchen.example', 'münchen.example', 'https://xn--mnchen-3ya.example/'],
  ['https://Bücher.example/x', 'bücher.example', 'https://xn--bcher-kva.example/x'],
  ['متجري https://shop.example', 'متجري', 'https://shop.example/'],
  ['\u202eevil\u202c\u2066 https://shop.example', 'evil', 'https://shop.example/'],
  ['mailto:ada@example.com', 'ada@example.com', 'mailto:ada@example.com'],
  ['Write to me: ada@example.com', 'Write to me', 'mailto:ada@example.com'],
  ['tel:+49 30 1234567', '+49301234567', 'tel:+49301234567'],
  ['Call +49 30 1234567', 'Call', 'tel:+49301234567'],
  ['localhost.example:8080/a-long-way', 'A long way', 'https://localhost.example:8080/a-long-way'],
];

const nothing = [
  '',
  '# A heading',
  'no address here',
  'Read notes.txt',
  'e.g. this',
  'Version 3.50',
  'one +1 for it',
  'javascript:alert(1)',
  'Click javascript:alert(1)//https.example/',
  'data:text/html,<script>alert(1)</script>',
  'https://ada:secret@evil.example/',
  'https://',
  'a@b',
  `https://example.com/${'x'.repeat(2048)}`,
];

describe('Pasted text', () => {
  for (const [text, caption, link] of captions) {
    it(`has a link: ${text}`, () => assert.deepEqual(linksIn(text), [{ caption, link }]));
  }

  it('has no link without an address that can be followed', () => {
    for (const text of nothing) assert.deepEqual(linksIn(text), [], text);
  });

  it('has a link in each line, every address once', () => {
    const text =
      'One https://one.example\r\n\r\n- two.example/\r\nAgain https://one.example/\r\n[Three](three.example) [Four](https://four.example)';
    assert.deepEqual(linksIn(text), [
      { caption: 'One', link: 'https://one.example/' },
      { caption: 'two.example', link: 'https://two.example/' },
      { caption: 'Three', link: 'https://three.example/' },
      { caption: 'Four', link: 'https://four.example/' },
    ]);
  });

  it('has lines that are no links, by their numbers', () => {
    const text = `# Music

My band
Trick javascript:alert(1)
band.example
Again band.example
[No](ftp://files.example) [Yes](https://yes.example)
https://user:secret@host.example
https://long.example/${'a'.repeat(2100)}`;
    assert.deepEqual(
      invalidLines(text).map(({ number, problem }) => [number, problem]),
      [
        [3, 'no_address'],
        [4, 'not_followable'],
        [8, 'not_followable'],
        [9, 'too_long'],
      ],
    );
    assert.equal(invalidLines(text)[0]!.text, 'My band');
    assert.deepEqual(
      invalidLines('a\rb\rc.example').map(({ number }) => number),
      [1, 2],
    );
    assert.equal(invalidLines('a\n'.repeat(20_000)).length, 10_000);
  });

  it('is bounded, in the number of links, their titles and the time', () => {
    const many = Array.from({ length: 10_050 }, (_, index) => `https://example.com/?${index}`).join('\n');
    assert.equal(linksIn(many).length, 10_000);
    const [long] = linksIn(`${'ä'.repeat(300)} https://example.com`);
    assert.equal(long!.caption, `${'ä'.repeat(199)}…`);
    const started = performance.now();
    for (const hostile of ['a.', '-.', '@', '[', '](', '+1 ', 'http://', '%']) linksIn(hostile.repeat(500_000));
    assert.ok(performance.now() - started < 5000);
  });
});
