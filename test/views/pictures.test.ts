import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  avatarPath,
  avatarPicture,
  sharePath,
  sharePicture,
  thumbnailPath,
  thumbnailPicture,
} from '../../server/views/pictures.ts';
import { elements, readMarkup, textOf } from './markup.ts';

const hostile = `<script>alert(1)</script>"'&amp;]]>--><style>\u0000\ud800`;

function initialsOf(name: string): string | undefined {
  const [text] = elements(readMarkup(avatarPicture(1, name)), 'text');
  return text && textOf(text);
}

test('an avatar shows the initials of a name in any script', () => {
  const names: [name: string, initials: string | undefined][] = [
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['Maria João da Silva', 'MS'],
    ['éloïse', 'É'],
    ['  sam   (they/them) ', 'S'],
    ['@nika', 'N'],
    ["Sean O'Brien", 'SO'],
    ['4 Non Blondes', '4B'],
    ['ßara', 'ß'],
    ['Иван Петров', 'ИП'],
    ['山田 太郎', '山'],
    ['김민준', '김'],
    ['ქეთი', 'ქ'],
    ['דוד לוי', 'דל'],
    ['محمد علي', 'م\u200cع'],
    ['The 🦊 Fox', 'TF'],
    ['🦊', '🦊'],
    ['👩‍👩‍👧‍👦 🏠', '👩‍👩‍👧‍👦'],
    ['🇩🇪🇫🇷', '🇩🇪'],
    ['', undefined],
    [' ... ', undefined],
    ['\u0000\ud800', undefined],
  ];
  for (const [name, initials] of names) assert.equal(initialsOf(name), initials, JSON.stringify(name));
});

test('a pile of marks on a letter does not leave the picture', () => {
  assert.ok([...initialsOf(`Z${'\u0351'.repeat(50)} A`)!].length <= 4);
});

test('without initials an avatar shows the shape of somebody', () => {
  const svg = readMarkup(avatarPicture(1, ''));
  assert.ok(elements(svg, 'circle').length > 0);
  assert.equal(elements(svg, 'svg')[0]?.attributes['aria-label'], 'Somebody');
});

test('pictures follow from their numbers: the same again, another for another number', () => {
  assert.equal(avatarPicture(7, 'Ada'), avatarPicture(7, 'Ada'));
  assert.equal(thumbnailPicture(7), thumbnailPicture(7));
  assert.equal(sharePicture(7, 'Ada', 'Bio'), sharePicture(7, 'Ada', 'Bio'));
  const thumbnails = new Set(Array.from({ length: 200 }, (_, id) => thumbnailPicture(id + 1)));
  assert.ok(thumbnails.size > 195, `${thumbnails.size} of 200 thumbnails differ`);
  const avatars = new Set(Array.from({ length: 200 }, (_, id) => avatarPicture(id + 1, 'Ada')));
  assert.ok(avatars.size > 195, `${avatars.size} of 200 avatars differ`);
});

test('the avatar and the share card of an account have the same colours', () => {
  const colours = (svg: string) => [...svg.matchAll(/stop-color="(#\w+)"/g)].map(([, colour]) => colour);
  for (let id = 1; id <= 20; id++) {
    assert.deepEqual(colours(avatarPicture(id, 'Ada')), colours(sharePicture(id, 'Ada', '')));
  }
});

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

test('white text has at least 4.5 : 1 on every colour that lies under it, over a thousand accounts', () => {
  // Colours between two stops, and of one laid over another, are no lighter than the lighter of the two.
  const seen = new Set<string>();
  for (let id = 1; id <= 1000; id++) {
    for (const picture of [avatarPicture(id, 'Ada'), sharePicture(id, 'Ada', 'Bio')]) {
      const svg = readMarkup(picture);
      const stops = elements(svg, 'stop').map(({ attributes }) => attributes['stop-color']!);
      assert.ok(stops.length >= 4);
      for (const colour of stops) {
        assert.match(colour, /^#[0-9a-f]{6}$/);
        seen.add(colour);
        const contrast = 1.05 / (luminance(colour) + 0.05);
        assert.ok(contrast >= 4.5, `${colour} has ${contrast.toFixed(2)} : 1 (account ${id})`);
      }
      for (const { attributes } of elements(svg, 'text')) {
        assert.ok(attributes.fill === undefined || attributes.fill === '#fff');
      }
      const fills = elements(svg, 'rect', 'circle', 'g', 'path').flatMap(({ attributes }) => attributes.fill ?? []);
      for (const fill of fills) assert.match(fill, /^(url\(#\w+\)|#000|#fff|none)$/);
    }
  }
  assert.ok(seen.size > 20, 'more than a handful of colours');
});

test('names and bios are text, whatever they hold', () => {
  for (const picture of [avatarPicture(1, hostile), sharePicture(1, hostile, hostile), sharePicture(1, '', hostile)]) {
    const tags = new Set(elements(readMarkup(picture)).map(({ tag }) => tag));
    for (const tag of ['script', 'style', 'foreignObject', 'a', 'image']) assert.ok(!tags.has(tag), tag);
    assert.ok(picture.isWellFormed() && !picture.includes('\u0000'));
  }
});

test('a share card is 1200 by 630 and shows name and bio', () => {
  const svg = readMarkup(sharePicture(3, 'Ada Lovelace', 'First programs,\nlong before machines.'));
  const [root] = elements(svg, 'svg');
  assert.deepEqual([root?.attributes.width, root?.attributes.height], ['1200', '630']);
  const lines = elements(svg, 'text').map(textOf);
  assert.ok(lines.includes('Ada Lovelace'));
  assert.ok(lines.join(' ').includes('First programs, long before machines.'));
});

test('however long name and bio are, every line stays on the card', () => {
  const long = [
    'W'.repeat(500),
    'word '.repeat(300),
    '写真家'.repeat(200),
    '🦊'.repeat(300),
    'محمد '.repeat(100),
    'i'.repeat(999),
  ];
  for (const name of [...long, 'Ada', '']) {
    for (const bio of [...long, 'Short.', '']) {
      const texts = elements(readMarkup(sharePicture(9, name, bio)), 'text').filter(({ attributes }) => attributes.x);
      for (const text of texts) {
        const y = Number(text.attributes.y);
        const size = Number(text.attributes['font-size']);
        assert.ok(y - size >= 0 && y + size * 0.3 <= 630, `baseline ${y} at size ${size}`);
        const wide = /[W写真家🦊]/u.test(textOf(text)) ? 0.9 : 0.25;
        assert.ok([...textOf(text)].length * wide * size <= 1200 - 88, `${textOf(text)} at size ${size}`);
      }
      if (name.length > 100) assert.ok(texts.some((text) => textOf(text).endsWith('…')));
    }
  }
});

test('a name that runs from right to left stands on the right', () => {
  const lines = elements(readMarkup(sharePicture(3, 'دعاء', 'مصممة')), 'g').find(
    ({ attributes }) => attributes.direction,
  );
  assert.equal(lines?.attributes.direction, 'rtl');
  for (const { attributes } of elements(lines!, 'text')) assert.ok(Number(attributes.x) > 1000);
});

test('paths name the picture by number', () => {
  assert.equal(avatarPath(12), '/pictures/avatar/12.svg');
  assert.equal(thumbnailPath(34), '/pictures/thumbnail/34.svg');
  assert.equal(sharePath(56), '/pictures/share/56.svg');
});
