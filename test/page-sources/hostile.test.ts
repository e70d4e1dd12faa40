import assert from 'node:assert/strict';
import net from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../contract/errors.ts';
import { foreignFormats } from '../../contract/vocabulary.ts';
import { detectFormat, readSource, type SourceFormat } from '../../server/domain/import/sources/index.ts';
import { assertValid } from './valid.ts';

/** Requires a valid document or a clear error. */
function attempt(format: SourceFormat, text: string): object {
  try {
    const { document, warnings } = readSource(format, text);
    assertValid(document);
    assert.ok(warnings.length < 20 && warnings.every((warning) => warning.isWellFormed() && warning.length < 500));
    return document;
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.code, 'invalid');
    assert.deepEqual(Object.keys(error.errors ?? {}), ['text']);
    return {};
  }
}

const MEBIBYTE = 1024 * 1024;
const filled = (piece: string, bytes = 2 * MEBIBYTE) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));

const link = '<a href="https://end.example">End</a>';
const oversized: Record<string, string> = {
  'a hundred thousand nested tags': `${'<div>'.repeat(100_000)}${'</span>'.repeat(100_000)}${link}`,
  'tags that close nothing': filled('<b>') + filled('</i>') + link,
  'eight megabytes of opening anchors': filled('<a', 8 * MEBIBYTE),
  'links without end': filled('<a href="https://x.example/">x</a>'),
  'folders without end': filled('<dl><h3>x</h3>') + link,
  'entities without end': `<a href="https://x.example">${filled('&amp;')}</a>`,
  'entities that are none': filled('&CounterClockwiseContourIntegra'),
  'attributes without end': `<a ${filled('href=https://x.example/ __proto__=x ')}>`,
  'an attribute without end': `<a href="${filled('x')}`,
  'null bytes': filled('\0'),
  'comments without end': filled('<!--'),
  'lists in lists': `{"links":${filled('[')}${filled(']')}}`,
  'a list of nothing': `{"links":[${filled('{},')}{}]}`,
  'lines of brackets': filled(`${']('.repeat(4999)}\n`),
  'lines of signs': filled(`# ${'#'.repeat(9990)}x\n`),
  'empty rows': `url,title\n${filled('\n')}`,
  'a quotation without end': `url,title\n"${filled('""')}`,
  'marks on one letter': `https://x.example/ x${filled('\u0301', 9000)}`,
};

describe('Hostile files', () => {
  for (const [name, text] of Object.entries(oversized)) {
    it(`are parsed in linear time: ${name}`, () => {
      for (const format of foreignFormats) attempt(format, text);
      detectFormat(text);
    });
  }

  it('are rejected if larger than a document may be', () => {
    for (const format of foreignFormats) {
      assert.throws(() => readSource(format, filled('é', 8 * MEBIBYTE + 2)), { message: 'It is larger than 8 MiB.' });
    }
  });

  it('run nothing, load nothing and import no script', (t) => {
    const fetched = t.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('fetched')));
    const connected = t.mock.method(net.Socket.prototype, 'connect');
    const page = `<html><head><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">
      <link rel="stylesheet" href="https://evil.example/a.css"><script src="https://evil.example/a.js"></script></head>
      <body onload="globalThis.hacked = 1"><h1><img src=x onerror="globalThis.hacked=1">Name<script>globalThis.hacked=1</script></h1>
      <dl><dt><a class="button" href="javascript:globalThis.hacked=1">js</a><dt><a class="button" href="JaVa&#10;Script:alert(1)">js</a>
      <dt><a class="button" href="data:text/html,<script>alert(1)</script>">data</a><dt><a class="button" href="//evil.example/x">relative</a>
      <dt><a class="button" href="file:///etc/passwd">file</a><dt><a class="button" href="https://user:secret@evil.example/">password</a>
      <dt><a class="button" href="https://good.example/&quot;onclick=&quot;x"><svg onload=alert(1)><script>alert(1)</script>Go<b>od</b></a></dl>
      <iframe src="javascript:alert(1)"></iframe><iframe src="https://www.youtube.com/embed/x?&quot;><script>"></iframe></body></html>`;
    for (const format of ['linktree', 'linkstack', 'bookmarks'] as const) {
      const document = attempt(format, page) as { blocks: { items: object[] }[] };
      assert.deepEqual(
        document.blocks[0]!.items,
        [{ caption: 'Good', link: 'https://good.example/%22onclick=%22x' }],
        format,
      );
      assert.doesNotMatch(JSON.stringify(document), /javascript|<|onerror|evil/i);
    }
    assert.equal((globalThis as { hacked?: unknown }).hacked, undefined);
    assert.equal(fetched.mock.callCount() + connected.mock.callCount(), 0);
  });

  it('cannot pollute prototypes', () => {
    const page = `{"__proto__":{"name":"x"},"name":"Fine","links":[{"__proto__":{"link":"https://x.example"},"title":"No address"},
      {"constructor":{"prototype":{"polluted":1}},"button_id":"constructor","title":"Yes","link":"https://y.example"}]}`;
    assert.deepEqual(attempt('linkstack', page), {
      version: 1,
      profile: { name: 'Fine' },
      blocks: [{ block: 'links', items: [{ caption: 'Yes', link: 'https://y.example/' }] }],
    });
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    const socialLinks = [
      { type: 'constructor', url: 'https://a.example' },
      { type: '__proto__', url: 'https://b.example' },
    ];
    assert.deepEqual(attempt('linktree', JSON.stringify({ props: { pageProps: { socialLinks } } })), {
      version: 1,
      blocks: [
        {
          block: 'links',
          items: [
            { caption: 'Constructor', link: 'https://a.example/' },
            { caption: 'proto', link: 'https://b.example/' },
          ],
        },
      ],
    });
  });

  it('may contain cycles of groups', () => {
    const links = [
      { id: 1, type: 'GROUP', title: 'One', parent: { id: 2 } },
      { id: 2, type: 'GROUP', title: 'Two', parent: { id: 1 } },
      { id: 3, type: 'CLASSIC', title: 'Own parent', url: 'https://three.example', parent: { id: 3 } },
      { id: 4, type: 'CLASSIC', title: 'In two', url: 'https://four.example', parent: 2 },
    ];
    assert.deepEqual(attempt('linktree', JSON.stringify({ props: { pageProps: { account: { links } } } })), {
      version: 1,
      blocks: [
        { block: 'links', name: 'Two', items: [{ caption: 'In two', link: 'https://four.example/' }] },
        { block: 'links', items: [{ caption: 'Own parent', link: 'https://three.example/' }] },
      ],
    });
  });

  it('may start with a byte order mark, and are rejected as UTF-16', () => {
    assert.deepEqual(attempt('links', '\ufeffA https://a.example'), {
      version: 1,
      blocks: [{ block: 'links', items: [{ caption: 'A', link: 'https://a.example/' }] }],
    });
    const wide = Buffer.from('\ufeffA https://a.example', 'utf16le').toString();
    assert.throws(() => readSource('links', wide), { message: /^It is not text\. Save the file as UTF-8/ });
    const broken = Buffer.from([0x41, 0xff, 0xc3, 0x28, 0x20, ...Buffer.from('https://a.example')]).toString();
    assert.deepEqual(attempt('links', broken), {
      version: 1,
      blocks: [{ block: 'links', items: [{ caption: 'A\ufffd\ufffd(', link: 'https://a.example/' }] }],
    });
    const halves = attempt('links', 'A\ud800\u0000\u001b[31mB https://a.example') as { blocks: { items: object[] }[] };
    assert.deepEqual(halves.blocks[0]!.items, [{ caption: 'A\ufffd [31mB', link: 'https://a.example/' }]);
  });
});

const scraps = fc.oneof(
  fc.constantFrom(
    ...[
      '<a href="',
      '">',
      '</a>',
      '<dl>',
      '</dl>',
      '<dt>',
      '<dd>',
      '<h1>',
      '<h2>',
      '<h3>',
      '</h3>',
      '<script>',
      '</script>',
    ],
    ...[
      '<a class="button" href="https://x.example/',
      '<iframe src="https://www.youtube.com/embed/',
      '<svg/>',
      '<!--',
      '&#x0;',
      '&lt;',
    ],
    ...[
      'https://x.example/',
      'mailto:',
      'tel:',
      'javascript:',
      'www.',
      '[',
      '](',
      ')',
      '|',
      '# ',
      '\n',
      '\t',
      ',',
      ';',
      '"',
      'url,title\n',
    ],
    ...['\ud83d', '\udc69\u200d', '\u0000', '\u202e', '{"links":[', '"link":', '}', ']'],
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const texts = fc.oneof(
  fc.constantFrom(
    '',
    'A title',
    'https://x.example/a',
    'mailto:x',
    'tel:1 2',
    'javascript:1',
    'https://open.spotify.com/track/',
  ),
  fc.string({ unit: 'binary', maxLength: 400 }),
);
const values = fc.oneof({ weight: 4, arbitrary: texts }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
const entries = fc.array(
  fc.record(
    {
      id: fc.oneof(fc.nat(3), values),
      type: fc.constantFrom('HEADER', 'GROUP', 'CLASSIC', 'YOUTUBE_VIDEO', 'SPOTIFY', 'text', 'heading', 'vcard', null),
      title: values,
      url: values,
      link: values,
      button_id: fc.oneof(fc.constantFrom(1, 6, 42, 43, 44, 93, 94, '96'), values),
      position: values,
      order: values,
      parent: fc.oneof(fc.nat(3), fc.record({ id: fc.nat(3) }), values),
      rules: values,
    },
    { requiredKeys: [] },
  ),
  { maxLength: 12 },
);

describe('Random files', () => {
  it('give a valid document or a clear error', () => {
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 40 }), (pieces) => {
        for (const format of foreignFormats) attempt(format, pieces.join(''));
        detectFormat(pieces.join(''));
      }),
      { numRuns: 200 },
    );
  });

  it('give a valid document or a clear error for data of any type', () => {
    fc.assert(
      fc.property(entries, values, values, (links, name, description) => {
        const account = { pageTitle: name, description, links, socialLinks: links };
        attempt('linktree', JSON.stringify({ props: { pageProps: { account } } }));
        attempt('linkstack', JSON.stringify({ name, littlelink_description: description, links }));
      }),
      { numRuns: 200 },
    );
  });
});
