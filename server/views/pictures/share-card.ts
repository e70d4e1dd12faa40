// The picture that stands beside a link to a page: name and bio on the colours of the account's avatar, 1200 × 630. All
// text is drawn as outlines. Signs that our fonts do not have, such as emoji, are left out; a name in letters that they
// do not have would be a torn one, and the username stands for it.

import { type Html, html, trusted } from '../html.ts';
import { silhouette } from './avatar.ts';
import { backdrop } from './backdrop.ts';
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

export function sharePicture({ accountId, username, name, bio }: ShareCard, { bold, regular }: Lettering): string {
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

  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${backdrop(chanceOf(`account ${accountId}`), width, height)}
<g fill="#000" opacity=".13" transform="translate(${width - 290} 0)">${signpost}</g>
<circle cx="${headX}" cy="${headY}" r="${head / 2}" fill="#000" opacity=".22"/>
<circle cx="${headX}" cy="${headY}" r="${head / 2}" fill="none" stroke="#fff" stroke-width="5"/>
<g fill="#fff">
${portrait(initials(shownName), headX, headY, bold)}
${shownName !== handle && line(handle, regular, 40, margin + head + 32, headY + 14)}
${textLines(title, bold, titleTop, 1.14, tight)}
${textLines(text, regular, titleTop + titleHeight + overText, 1.42)}
</g>
</svg>`.toString();
}

/** What can be drawn of it; undefined where letters would be missing. */
function readable(text: string, face: Typeface): string | undefined {
  let drawn = '';
  for (const { segment } of graphemes.segment(text.toWellFormed().normalize('NFC').replace(unseen, ''))) {
    const sign = segment.replace(/(\p{M}{2})\p{M}+/gu, '$1');
    // Letters that are another one in disguise, as in 𝓐𝓭𝓪, are drawn as that.
    const known = [sign, sign.normalize('NFKC')].find(face.has);
    if (known === undefined && /[\p{L}\p{N}]/u.test(sign)) return undefined;
    drawn += /\s/.test(sign) ? ' ' : (known ?? '');
  }
  return drawn.trim();
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const unseen = /\p{Default_Ignorable_Code_Point}|\u20e3/gu;

/** One line where it can still be large, two otherwise. */
function fitTitle(name: string, { widthOf }: Typeface): Setting {
  const whole = fit(name, widthOf, column, 1, [104, 92, 80, 72]);
  return whole.whole ? whole : fit(name, widthOf, column, 2, [84, 76, 68, 58]);
}

function portrait(signs: string, x: number, y: number, face: Typeface): Html {
  if (signs === '') return silhouette(x, y, (head * 0.72) / 256);
  const size = Math.round(head * ([...signs].length > 1 ? 0.4 : 0.48));
  const { path, width: length } = face.outline(signs, size);
  return placed(signs, path, x - length / 2, y + size * 0.364);
}

function textLines({ lines, size }: Setting, face: Typeface, top: number, leading: number, tracking = 0): Html[] {
  return lines.map((text, index) => {
    return line(text, face, size, margin, top + size * (0.84 + index * leading), tracking);
  });
}

function line(text: string, face: Typeface, size: number, x: number, y: number, tracking = 0): Html {
  return placed(text, face.outline(text, size, tracking).path, x, y);
}

function placed(text: string, path: string, x: number, y: number): Html {
  return html`<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" d="${trusted(path)}" aria-label="${text}"/>\n`;
}

const signpost = html`<rect x="-16" y="40" width="32" height="640" rx="16"/><path d="M-70 96h250l52 46-52 46H-70a16 16 0 0 1-16-16v-60a16 16 0 0 1 16-16Z"/><path d="M70 222h-290l-52 46 52 46H70a16 16 0 0 0 16-16v-60a16 16 0 0 0-16-16Z"/><path d="M-70 348h200l52 46-52 46H-70a16 16 0 0 1-16-16v-60a16 16 0 0 1 16-16Z"/>`;
