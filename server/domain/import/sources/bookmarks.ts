// Browser bookmarks. Each folder becomes a block of links, nested folders too.

import { readMarkup } from './markup.ts';
import { createPageBuilder, type Section, type SourceResult } from './page-builder.ts';

/** Links in deeper folders belong to the deepest folder within this limit. */
const DEPTH = 50;
const MAX_TEXT = 2000;

export function readBookmarks(text: string): SourceResult {
  const builder = createPageBuilder();
  const top: Section = { name: '' };
  const folders: Section[] = [];
  let depth = 0;
  let named = '';
  let reading: { tag: string; text: string; address: string } | undefined;
  let last: { title: string; address: string } | undefined;

  const endLink = (description = '') => {
    if (last && builder.awaits()) builder.link({ ...last, description }, folders.at(-1) ?? top);
    last = undefined;
  };

  const end = () => {
    if (reading?.tag === 'h3') named = reading.text;
    else if (reading?.tag === 'a') last = { title: reading.text, address: reading.address };
    else if (reading?.tag === 'dd') endLink(reading.text);
    reading = undefined;
  };

  readMarkup(text, {
    open(tag, attributes) {
      if (tag === 'dl') {
        end();
        endLink();
        depth += 1;
        if (depth <= DEPTH) folders.push({ name: named });
        named = '';
      } else if (tag === 'a' || tag === 'h3' || tag === 'dd' || tag === 'dt') {
        end();
        if (tag !== 'dd') endLink();
        if (tag !== 'dt') reading = { tag, text: '', address: attributes.get('href') ?? '' };
        // The names of the browser's own folders are not useful on a page.
        const isBrowsers = attributes.has('personal_toolbar_folder') || attributes.has('unfiled_bookmarks_folder');
        if (tag === 'h3' && isBrowsers) reading = undefined;
      }
    },
    close(tag) {
      if (tag === 'a' || tag === 'h3') {
        if (reading?.tag === tag) end();
      } else if (tag === 'dl') {
        end();
        endLink();
        if (depth <= DEPTH) folders.pop();
        depth = Math.max(0, depth - 1);
      }
    },
    text(piece) {
      if (reading && reading.text.length < MAX_TEXT) reading.text += piece.slice(0, MAX_TEXT);
    },
  });
  end();
  endLink();
  return builder.finish();
}
