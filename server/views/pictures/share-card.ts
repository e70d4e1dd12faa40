// The picture that stands beside a link to a page: name and bio on the colours of the account's avatar, 1200 × 630.

import { type Html, html } from '../html.ts';
import { portrait } from './avatar.ts';
import { backdrop, fontFamily } from './backdrop.ts';
import { fit, runsLeft, type Setting } from './fitting.ts';
import { chanceOf } from './palette.ts';

const width = 1200;
const height = 630;
const margin = 88;
const head = 152;

export function sharePicture(accountId: number, name: string, bio: string): string {
  const column = width - 2 * margin;
  const title = fitTitle(name, column);
  const text = fit(bio, column, title.lines.length > 1 ? 2 : 3, [38, 34]);
  const left = runsLeft(name || bio);
  const ground = backdrop(chanceOf(`account ${accountId}`), width, height);
  const headX = left ? width - margin - head / 2 : margin + head / 2;

  const titleHeight = title.lines.length * title.size * 1.14;
  const textHeight = text.lines.length * text.size * 1.42;
  const overTitle = title.lines.length > 0 ? 36 : 0;
  const overText = text.lines.length > 0 ? 22 : 0;
  const top = (height - head - overTitle - titleHeight - overText - textHeight) / 2;
  const titleTop = top + head + overTitle;

  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name.trim() || 'A page of links'}">
${ground}
<g fill="#000" opacity=".13" transform="translate(${left ? 290 : width - 290} 0)${left ? html` scale(-1 1)` : ''}">${signpost}</g>
<circle cx="${headX}" cy="${top + head / 2}" r="${head / 2}" fill="#000" opacity=".22"/>
<circle cx="${headX}" cy="${top + head / 2}" r="${head / 2}" fill="none" stroke="#fff" stroke-width="5"/>
${portrait(name, headX, top + head / 2, name.trim() === '' ? head * 0.72 : head)}
<g font-family="${fontFamily}" fill="#fff" direction="${left ? 'rtl' : 'ltr'}">
${textLines(title, titleTop, 1.14, 700, left)}
${textLines(text, titleTop + titleHeight + overText, 1.42, 400, left)}
</g>
</svg>`.toString();
}

/** One line where it can still be large, two otherwise. */
function fitTitle(name: string, column: number): Setting {
  const line = fit(name, column, 1, [104, 92, 80, 72]);
  return line.whole ? line : fit(name, column, 2, [84, 76, 68, 58]);
}

function textLines({ lines, size }: Setting, top: number, leading: number, weight: number, left: boolean): Html[] {
  const x = left ? width - margin : margin;
  return lines.map((line, index) => {
    const baseline = (top + size * (0.84 + index * leading)).toFixed(1);
    const spacing = weight > 400 ? html` letter-spacing="-.012em"` : '';
    return html`<text x="${x}" y="${baseline}" font-size="${size}" font-weight="${weight}"${spacing}>${line}</text>\n`;
  });
}

const signpost = html`<rect x="-16" y="40" width="32" height="640" rx="16"/><path d="M-70 96h250l52 46-52 46H-70a16 16 0 0 1-16-16v-60a16 16 0 0 1 16-16Z"/><path d="M70 222h-290l-52 46 52 46H70a16 16 0 0 0 16-16v-60a16 16 0 0 0-16-16Z"/><path d="M-70 348h200l52 46-52 46H-70a16 16 0 0 1-16-16v-60a16 16 0 0 1 16-16Z"/>`;
