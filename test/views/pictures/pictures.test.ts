import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Drawing } from '../../../server/views/pictures/drawing.ts';
import { initialsPicture } from '../../../server/views/pictures/share-card.ts';
import { openTypeface } from '../../../server/views/pictures/typeface.ts';
import {
  avatarPath,
  avatarPicture,
  sharePath,
  sharePicture,
  thumbnailPath,
  thumbnailPicture,
} from '../../../server/views/pictures.ts';
import { elements, readMarkup, textOf } from '../markup.ts';
import { cardOf } from './cards.ts';

const lettering = { bold: openTypeface(700), regular: openTypeface(400) };

function shareCard(accountId: number, name: string, bio: string): Drawing {
  return sharePicture(cardOf({ accountId, name, bio }), lettering);
}

function linesOf({ shapes }: Drawing): { text: string; x: number; y: number; path: string }[] {
  return shapes.flatMap(({ text, x = 0, y = 0, path }) => (text === undefined ? [] : [{ text, x, y, path }]));
}

/** The extent of an outline, slightly too large for curves. */
function reachOf(path: string): { right: number; top: number; bottom: number } {
  const points = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)];
  const [xs, ys] = [points.map(([, x]) => Number(x)), points.map(([, , y]) => Number(y))];
  return { right: Math.max(0, ...xs), top: Math.min(0, ...ys), bottom: Math.max(0, ...ys) };
}

const hostile = `<script>alert(1)</script>"'&amp;]]>--><style>\u0000\ud800`;

function initialsOf(name: string): string | undefined {
  const [text] = elements(readMarkup(avatarPicture(1, name)), 'text');
  return text && textOf(text);
}

test('shows the initials of a name in any script on an avatar', () => {
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

test('limits combining marks on an initial', () => {
  assert.ok([...initialsOf(`Z${'\u0351'.repeat(50)} A`)!].length <= 4);
});

test('shows a silhouette on an avatar without initials', () => {
  const svg = readMarkup(avatarPicture(1, ''));
  assert.ok(elements(svg, 'circle').length > 0);
  assert.equal(elements(svg, 'svg')[0]?.attributes['aria-label'], 'Somebody');
});

test('derives pictures from their number deterministically', () => {
  assert.equal(avatarPicture(7, 'Ada'), avatarPicture(7, 'Ada'));
  assert.equal(thumbnailPicture(7), thumbnailPicture(7));
  assert.deepEqual(shareCard(7, 'Ada', 'Bio'), shareCard(7, 'Ada', 'Bio'));
  const thumbnails = new Set(Array.from({ length: 200 }, (_, id) => thumbnailPicture(id + 1)));
  assert.ok(thumbnails.size > 195, `${thumbnails.size} of 200 thumbnails differ`);
  const avatars = new Set(Array.from({ length: 200 }, (_, id) => avatarPicture(id + 1, 'Ada')));
  assert.ok(avatars.size > 195, `${avatars.size} of 200 avatars differ`);
});

function coloursOf({ ground }: Drawing): string[] {
  return [ground!.from, ground!.to, ...ground!.lights.map(({ colour }) => colour)];
}

test('draws the generated avatar of the account on its share card', () => {
  for (let id = 1; id <= 20; id++) {
    const stops = elements(readMarkup(avatarPicture(id, 'Ada')), 'stop').map(({ attributes }) => attributes);
    const drawn = initialsPicture(cardOf({ accountId: id, name: 'Ada' }), lettering);
    assert.deepEqual(new Set(stops.map((stop) => stop['stop-color'])), new Set(coloursOf(drawn)));
    assert.deepEqual(
      linesOf(drawn).map(({ text }) => text),
      ['A'],
    );
  }
});

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

test('has a contrast of at least 4.5 : 1 for white text, over a thousand accounts', () => {
  // A colour between two stops, or of one over another, is no lighter than the lighter of the two.
  const colours = new Set<string>();
  for (let id = 1; id <= 1000; id++) {
    const svg = readMarkup(avatarPicture(id, 'Ada'));
    const stops = elements(svg, 'stop').map(({ attributes }) => attributes['stop-color']!);
    assert.ok(stops.length >= 4);
    for (const colour of stops) {
      assert.match(colour, /^#[0-9a-f]{6}$/);
      colours.add(colour);
      const contrast = 1.05 / (luminance(colour) + 0.05);
      assert.ok(contrast >= 4.5, `${colour} has ${contrast.toFixed(2)} : 1 (account ${id})`);
    }
    for (const { attributes } of elements(svg, 'text')) assert.equal(attributes.fill, '#fff');
    const fills = elements(svg, 'rect', 'circle', 'g', 'path').flatMap(({ attributes }) => attributes.fill ?? []);
    for (const fill of fills) assert.match(fill, /^(url\(#\w+\)|#000|#fff|none)$/);
  }
  assert.ok(colours.size > 20, 'more than a handful of colours');
});

test('escapes a name', () => {
  const picture = avatarPicture(1, hostile);
  const tags = new Set(elements(readMarkup(picture)).map(({ tag }) => tag));
  for (const tag of ['script', 'style', 'foreignObject', 'a', 'image']) assert.ok(!tags.has(tag), tag);
  assert.ok(picture.isWellFormed() && !picture.includes('\u0000'));
});

test('draws a share card of 1200 by 630 with name, bio and username in the colours of the theme', () => {
  const card = shareCard(3, 'Ada Lovelace', 'First programs,\nlong before machines.');
  assert.deepEqual([card.width, card.height], [1200, 630]);
  const lines = card.shapes.flatMap(({ text, colour }) => (text === undefined ? [] : [[text, colour]]));
  assert.deepEqual(lines, [
    ['Ada Lovelace', '#1b2a22'],
    ['First programs, long before machines.', '#55645b'],
    ['@ada', '#fdfaf1'],
  ]);
  for (const { path } of card.shapes) assert.match(path, /^M[-\d. MLQZ]+$/);
});

test('draws a share card in the other direction for a page that runs from right to left', () => {
  const [name, bio] = ['Ada', 'First programs.'];
  const drawn = (language: string) => linesOf(sharePicture(cardOf({ name, bio, language }), lettering));
  for (const { x } of drawn('en')) assert.ok(x >= 88 + 264, 'beside the avatar on the left');
  for (const { x, path } of drawn('he'))
    assert.ok(x + reachOf(path).right <= 1200 - 88 - 264, 'beside it on the right');
});

test('applies the weight of a variable font to outlines and widths', () => {
  const [bold, regular] = [lettering.bold, lettering.regular].map((face) => face.outline('Léon', 2048));
  // The widths that a browser gives with the same file.
  assert.deepEqual([regular!.width, Math.round(bold!.width)], [4790, 4909]);
  assert.notEqual(bold!.path, regular!.path);
});

test('draws a share card in every script of our fonts, and falls back to the username', () => {
  const drawn = (name: string, bio: string) => linesOf(shareCard(3, name, bio)).map(({ text }) => text);
  const cards: [name: string, bio: string, expected: string[]][] = [
    ['Иван Петров', 'Ελληνικά, Tiếng Việt', ['Иван Петров', 'Ελληνικά, Tiếng Việt', '@ada']],
    ['🦊 The Fox 1️⃣', '✨ Łódź ✨', ['The Fox 1', 'Łódź', '@ada']],
    ['𝓐𝓭𝓪', 'ｆｕｌｌ', ['Ada', 'full', '@ada']],
    ['دعاء', 'مصممة', ['@ada']],
    ['Ada 田中', 'Photographs, 写真', ['@ada']],
    ['🦊', '', ['@ada']],
    ['', 'Short.', ['@ada', 'Short.']],
  ];
  for (const [name, bio, expected] of cards) assert.deepEqual(drawn(name, bio), expected, name);
});

test('keeps every line on the card for any length of name and bio', () => {
  const long = ['W'.repeat(500), 'word '.repeat(300), 'Ж'.repeat(200), '!'.repeat(400), 'i'.repeat(999)];
  const odd = [`Z${'\u0301'.repeat(500)}`, 'Ada', ''];
  const all = [...long, ...odd];
  for (const [index, name] of all.entries()) {
    for (const bio of [name, all[(index + 3) % all.length]!]) {
      const lines = linesOf(shareCard(9, name, bio));
      for (const { text, x, y, path } of lines) {
        const { right, top, bottom } = reachOf(path);
        assert.ok(x >= 88 && x + right <= 1200 - 60, `${text} ends at ${x + right}`);
        assert.ok(y + top > 0 && y + bottom < 630, `${text} from ${y + top} to ${y + bottom}`);
      }
      if (name.length > 100 && long.includes(name)) assert.ok(lines.some(({ text }) => text.endsWith('…')));
    }
  }
});

test('builds picture paths from tokens and ids', () => {
  assert.equal(avatarPath('q3Vw8mT0bYkZr5nXc1LsAg'), '/pictures/avatar/q3Vw8mT0bYkZr5nXc1LsAg.svg');
  assert.equal(thumbnailPath(34), '/pictures/thumbnail/34.svg');
  assert.equal(sharePath('q3Vw8mT0bYkZr5nXc1LsAg'), '/pictures/share/q3Vw8mT0bYkZr5nXc1LsAg.jpg');
});
