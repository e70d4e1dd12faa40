// The picture for link previews of a page: name and bio on the colours of the account's avatar, 1200 × 630. All text is
// drawn as outlines. Characters that our fonts do not have, such as emoji, are omitted; a name with missing letters is
// replaced by the username.

import { groundOf } from './backdrop.ts';
import { type Corner, circle, type Drawing, polygon, rectangle, ring, type Shape } from './drawing.ts';
import { fit, type Setting } from './fitting.ts';
import { initials } from './initials.ts';
import { chanceOf } from './palette.ts';
import type { Typeface } from './typeface.ts';

export interface ShareCard {
  accountId: number;
  username: string;
  name: string;
  bio: string;
}

export interface Lettering {
  bold: Typeface;
  regular: Typeface;
}

const width = 1200;
const height = 630;
const margin = 88;
const head = 152;
const column = width - 2 * margin;
const tight = -0.018;

export function sharePicture({ accountId, username, name, bio }: ShareCard, { bold, regular }: Lettering): Drawing {
  const handle = `@${username}`;
  const shownName = readable(name, bold) || handle;
  const title = fitTitle(shownName, bold);
  const text = fit(readable(bio, regular) ?? '', regular.widthOf, column, title.lines.length > 1 ? 2 : 3, [38, 34]);

  const titleHeight = title.lines.length * title.size * 1.14;
  const textHeight = text.lines.length * text.size * 1.42;
  const overText = text.lines.length > 0 ? 22 : 0;
  const top = (height - head - 40 - titleHeight - overText - textHeight) / 2;
  const titleTop = top + head + 40;
  const headX = margin + head / 2;
  const headY = top + head / 2;

  return {
    width,
    height,
    ground: groundOf(chanceOf(`account ${accountId}`)),
    shapes: [
      { path: signpost, x: width - 290, colour: '#000', opacity: 0.13 },
      { path: circle(headX, headY, head / 2), colour: '#000', opacity: 0.22 },
      { path: ring(headX, headY, head / 2, 5), colour: '#fff' },
      initialsAt(initials(shownName) || '@', headX, headY, bold),
      ...(shownName === handle ? [] : [line(handle, regular, 40, margin + head + 32, headY + 14)]),
      ...textLines(title, bold, titleTop, 1.14, tight),
      ...textLines(text, regular, titleTop + titleHeight + overText, 1.42),
    ],
  };
}

/** The text that can be drawn; undefined if letters are missing. */
function readable(text: string, face: Typeface): string | undefined {
  let drawn = '';
  for (const { segment } of graphemes.segment(text.toWellFormed().normalize('NFC').replace(unseen, ''))) {
    const sign = segment.replace(/(\p{M}{2})\p{M}+/gu, '$1');
    // Compatibility characters, as in 𝓐𝓭𝓪, are drawn as plain letters.
    const known = [sign, sign.normalize('NFKC')].find(face.has);
    if (known === undefined && /[\p{L}\p{N}]/u.test(sign)) return undefined;
    drawn += /\s/.test(sign) ? ' ' : (known ?? '');
  }
  return drawn.trim();
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const unseen = /\p{Default_Ignorable_Code_Point}|\u20e3/gu;

/** One line if it can still be large, two otherwise. */
function fitTitle(name: string, { widthOf }: Typeface): Setting {
  const whole = fit(name, widthOf, column, 1, [104, 92, 80, 72]);
  return whole.whole ? whole : fit(name, widthOf, column, 2, [84, 76, 68, 58]);
}

function initialsAt(signs: string, x: number, y: number, face: Typeface): Shape {
  const size = Math.round(head * ([...signs].length > 1 ? 0.4 : 0.48));
  return line(signs, face, size, x - face.outline(signs, size).width / 2, y + size * 0.364);
}

function textLines({ lines, size }: Setting, face: Typeface, top: number, leading: number, tracking = 0): Shape[] {
  return lines.map((text, index) => {
    return line(text, face, size, margin, top + size * (0.84 + index * leading), tracking);
  });
}

function line(text: string, face: Typeface, size: number, x: number, y: number, tracking = 0): Shape {
  return { path: face.outline(text, size, tracking).path, x, y, colour: '#fff', text };
}

/** Arms and post are one shape, so that they do not show through each other. */
const signpost = [
  rectangle(-16, 40, 32, 660, 16),
  arm(96, -86, 180, 232),
  arm(222, 86, -220, -272),
  arm(348, -86, 130, 182),
].join('');

/** From its end past the taper to its tip, and back. */
function arm(top: number, end: number, shoulder: number, tip: number): string {
  const corners: Corner[] = [
    [end, top, 16],
    [shoulder, top],
    [tip, top + 46],
    [shoulder, top + 92],
    [end, top + 92, 16],
  ];
  return polygon(tip > end ? corners : corners.reverse());
}
