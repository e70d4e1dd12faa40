// Text out of a file that anybody may have written, as text that a page can hold.
import { readableText } from './markup.ts';

/** More than this of one text is never looked at. */
const MOST = 20_000;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Without tags and control characters, in one line. */
export function oneLine(markup: string): string {
  return readableText(head(markup))
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** Without tags and control characters, its lines and paragraphs kept. */
export function manyLines(markup: string): string {
  const lines = readableText(head(markup)).toWellFormed().replace(/\r\n?/g, '\n').split('\n');
  return lines
    .map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** At most so many characters, none of them cut in two; a mark says that there was more. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  let kept = '';
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += [...segment].length;
    if (length >= most) break;
    kept += segment;
  }
  return `${(kept === '' ? characters.slice(0, most - 1).join('') : kept).trimEnd()}…`;
}

function head(text: string): string {
  return text.length > MOST ? text.slice(0, MOST) : text;
}
