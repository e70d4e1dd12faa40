// A block model with the values of a test and defaults for the rest.
import { blockShapes } from '../../../contract/page/block-shapes.ts';
import type { BlockOf, ItemOf, Page, PageBlock, PageLink } from '../../../contract/page/page.ts';
import { parseStored } from '../../../contract/page/reading.ts';
import type { BlockType } from '../../../contract/vocabulary.ts';
import { renderBlock } from '../../../server/views/page/blocks.ts';
import { pageModel } from '../page/page-model.ts';

export interface BlockGiven {
  name?: string;
  subheading?: string;
  settings?: object;
  content?: unknown;
  items?: ItemGiven[];
}

export interface ItemGiven {
  caption?: string;
  alt?: string;
  picture?: string;
  element?: object;
  link?: Partial<PageLink>;
}

export function blockModel(type: BlockType, given: BlockGiven = {}): PageBlock {
  const { settings, content, item } = blockShapes[type];
  return {
    type,
    id: 5,
    name: given.name ?? null,
    subheading: given.subheading ?? null,
    settings: parseStored(settings, given.settings),
    content: parseStored(content, given.content),
    items: (given.items ?? []).map((one, index) => ({
      id: 61 + index,
      caption: one.caption ?? '',
      alt: one.alt ?? '',
      picture: one.picture ?? null,
      element: parseStored(item.element, one.element),
      link: one.link ? { ...link, ...one.link } : null,
    })) as ItemOf<BlockType>[],
  } as BlockOf<BlockType> as PageBlock;
}

const link: PageLink = {
  path: '/ada/shop',
  url: 'https://example.com/shop',
  isHighlighted: false,
  isSensitive: false,
  language: '',
};

/** The rendered block, with drawings shortened. */
export function shown(type: BlockType, given: BlockGiven = {}, page: Partial<Page> = {}): string {
  const html = String(renderBlock(blockModel(type, given), pageModel(page)));
  return html.replace(/<svg class="(\w+)".*?<\/svg>/g, '<svg $1>').trim();
}

/** The content of the section. */
export function inside(type: BlockType, given: BlockGiven): string {
  const [, body] = new RegExp(`^<section class="b b-${type}" id="b5">(.*)</section>$`, 's').exec(shown(type, given))!;
  return body!;
}
