// The largest pages that can be imported, with the maximum of blocks and items.
import { blockLimits } from '../../contract/page/block-shapes.ts';
import type { PageDocument } from '../../contract/page/document.ts';

/** Short captions and URLs, so that the rendered page stays below its limit. */
export const LINKS = blockLimits.blocks * blockLimits.items;

interface Link {
  caption: string;
  link: string;
}

export interface ImportStep {
  readonly name: string;
  readonly body: { document: PageDocument; dry_run?: true };
}

/** Steps in order; each changes every link in another way. */
export function imports(): ImportStep[] {
  return [
    { name: 'add every link', body: { document: pageOf(links('a')) } },
    { name: 'change every caption', body: { document: pageOf(links('a', '!')) } },
    { name: 'replace every link', body: { document: pageOf(links('b')) } },
    { name: 'remove every link', body: { document: { version: 1 } } },
  ];
}

export function dryRuns(): ImportStep[] {
  return [{ name: 'add every link, as a dry run', body: { document: pageOf(links('c')), dry_run: true } }];
}

function links(set: string, mark = ''): Link[] {
  return Array.from({ length: LINKS }, (_, index) => ({
    caption: `Link ${set}${index}${mark}`,
    link: `https://example.com/${set}/${index}`,
  }));
}

function pageOf(all: Link[]): PageDocument {
  const blocks = Array.from({ length: blockLimits.blocks }, (_, index) => {
    const start = index * blockLimits.items;
    return { block: 'links', items: all.slice(start, start + blockLimits.items) };
  });
  return { version: 1, blocks } as PageDocument;
}
