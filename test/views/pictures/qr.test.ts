// QR codes are decoded from the pictures as they are sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPng } from '../../../server/pictures/index.ts';
import { codeOf, codePixels, codeSvg, widthOf } from '../../../server/views/qr.ts';
import { elements, readMarkup } from '../markup.ts';
import { formatOf, modulesIn, pixelsOf, readCode } from './qr-reader.ts';

/** From a short address to one in ten data blocks. */
const addresses = [
  'https://a.io/ada',
  'http://localhost:3000/ada',
  'https://links.example/ada/shop',
  `https://links.example/ada/${'shop-and-more-'.repeat(4)}`,
  `https://links.example/ada/${encodeURIComponent('ä'.repeat(20))}`,
];

/** The finder pattern of ISO/IEC 18004, which is in three corners. */
const finder = ['#######', '#     #', '# ### #', '# ### #', '# ### #', '#     #', '#######'];

test('encodes the address in a PNG of any size, at level M, with a quiet zone of four modules', async () => {
  for (const address of addresses) {
    for (const size of address === addresses[0] ? [96, 512, 777] : [96]) {
      const code = codeOf(address)!;
      const pixels = await pixelsOf(await drawPng(codePixels(code, size), 2));
      assert.deepEqual([pixels.length, pixels[0]!.length], [size, size]);
      const { modules, quiet } = modulesIn(pixels);
      assert.equal(readCode(modules), address);
      assert.equal(formatOf(modules).level, 0);
      assert.ok(quiet >= 4, `${quiet} modules around it at ${size} pixels`);
    }
  }
});

test('draws the same code in an SVG', () => {
  for (const address of addresses) {
    const svg = readMarkup(codeSvg(codeOf(address)!, address));
    const [root] = elements(svg, 'svg');
    const width = Number(/^0 0 (\d+) \1$/.exec(root!.attributes.viewBox!)![1]);
    const pixels = Array.from({ length: width }, () => Array.from({ length: width }, () => false));
    for (const [, x, y, length] of elements(svg, 'path')[0]!.attributes.d!.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
      pixels[Number(y)]!.fill(true, Number(x), Number(x) + Number(length));
    }
    const { modules, quiet } = modulesIn(pixels);
    assert.equal(readCode(modules), address);
    assert.equal(quiet, 4);
    assert.equal(widthOf(modules), width);
    const drawn = (top: number, left: number) =>
      finder.map((row, y) => [...row].map((_, x) => (modules[top + y]![left + x] ? '#' : ' ')).join(''));
    const far = modules.length - 7;
    for (const corner of [drawn(0, 0), drawn(0, far), drawn(far, 0)]) assert.deepEqual(corner, finder);
  }
});

test('returns no code for an address that is too long', () => {
  assert.ok(codeOf('a'.repeat(2331)));
  assert.equal(codeOf('a'.repeat(2332)), undefined);
  assert.equal(codeOf('ä'.repeat(1200)), undefined);
});

test('escapes the label of a code', () => {
  const svg = codeSvg(codeOf('x')!, `"><script>alert(1)</script>\u0000`);
  assert.deepEqual(
    elements(readMarkup(svg)).map(({ tag }) => tag),
    ['svg', 'rect', 'path'],
  );
});
