// Turns untrusted text into text that a page can store.
import { readableText } from './markup.ts';

/** The rest of a longer text is ignored. */
const MAX_LENGTH = 20_000;

/** Without tags and control characters, in one line. */
export function oneLine(markup: string): string {
  return readableText(head(markup))
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** Without tags and control characters, with line breaks and paragraphs. */
export function manyLines(markup: string): string {
  const lines = readableText(head(markup)).toWellFormed().replace(/\r\n?/g, '\n').split('\n');
  return lines
    .map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function head(text: string): string {
  return text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text;
}
