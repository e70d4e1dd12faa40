// Converts a file from another service to a page document. Nothing in the file is executed, and no URL in it is fetched.
// Warnings report what is left out.
import { ApiError, invalid } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import type { foreignFormats } from '../../../../contract/vocabulary.ts';
import { readBookmarks } from './bookmarks.ts';
import { hasAddress, readLinkList } from './link-list.ts';
import { readLinkStack } from './linkstack.ts';
import { DATA, readLinktree } from './linktree.ts';
import type { SourceResult } from './page-builder.ts';

export type { SourceResult } from './page-builder.ts';

export type SourceFormat = (typeof foreignFormats)[number];

const readers: Record<SourceFormat, (text: string) => SourceResult> = {
  linktree: readLinktree,
  linkstack: readLinkStack,
  bookmarks: readBookmarks,
  links: readLinkList,
};

/** Throws an `invalid` refusal of `text` if there is nothing to import. */
export function readSource(format: SourceFormat, text: string): SourceResult {
  if (Buffer.byteLength(text) > limits.documentBytes) {
    throw invalid({ text: [`It is larger than ${limits.documentBytes / 1024 / 1024} MiB.`] });
  }
  if (isNotText(text)) throw invalid({ text: ['It is not text. Save the file as UTF-8 text and try again.'] });
  const likely = detectFormat(text);
  // The other readers would import names and headings of bookmarks without the links.
  if (format !== 'bookmarks' && saysBookmarks(startOf(text))) throw invalid({ text: [looksLike('bookmarks')] });
  try {
    return readers[format](withoutMark(text));
  } catch (error) {
    if (likely === undefined || likely === format || !(error instanceof ApiError)) throw error;
    throw invalid({ text: [`${error.message} ${looksLike(likely)}`] });
  }
}

function looksLike(format: SourceFormat): string {
  return `It looks like the format ${format}.`;
}

/** Undefined if no format matches. */
export function detectFormat(text: string): SourceFormat | undefined {
  const start = startOf(text);
  if (/^[[{]/.test(start)) {
    if (text.includes('"pageProps"')) return 'linktree';
    return text.includes('"links"') ? 'linkstack' : undefined;
  }
  if (saysBookmarks(start)) return 'bookmarks';
  if (/^<(?:!|html|head|body|div|dl)/i.test(start)) {
    if (text.includes(DATA) || text.includes('linktr.ee')) return 'linktree';
    if (/linkstack|littlelink/i.test(text)) return 'linkstack';
    return /<dt>\s{0,10}<a\s/i.test(text) ? 'bookmarks' : undefined;
  }
  return hasAddress(text) ? 'links' : undefined;
}

function startOf(text: string): string {
  return withoutMark(text).slice(0, 2000).trimStart();
}

function saysBookmarks(start: string): boolean {
  return /<!doctype netscape-bookmark-file/i.test(start);
}

/** Such as UTF-16 that was decoded as UTF-8. */
function isNotText(text: string): boolean {
  const start = text.slice(0, 1000);
  const zeros = start.split('\0').length - 1;
  return zeros * 4 > start.length;
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
