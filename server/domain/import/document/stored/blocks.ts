// Blocks and items in the form of a document, each with its row.

import { hasItems } from '../../../../../contract/blocks/index.ts';
import { blockLimits, blockShapes } from '../../../../../contract/page/block-shapes.ts';
import type { DocumentBlock, DocumentItem } from '../../../../../contract/page/document.ts';
import { isUploadOf, readUploadPath, type UploadOwner, uploadReference } from '../../../../../contract/page/uploads.ts';
import type { BlockType } from '../../../../../contract/vocabulary.ts';
import type { BlockWithItems } from '../../../../storage/page/blocks.ts';
import type { BlockItemRow } from '../../../../storage/tables.ts';
import { storedJson } from '../../../stored-json.ts';
import { reference } from './sections.ts';
import { filledIn, sparseAs } from './sparse.ts';

export interface Slugs {
  current: ReadonlyMap<number, string>;
  former: ReadonlyMap<number, string[]>;
}

export interface StoredItem {
  row: BlockItemRow;
  /** The type of its block. */
  type: BlockType;
  shown: DocumentItem;
}

export interface StoredBlock {
  row: BlockWithItems;
  /** Including its items. */
  shown: DocumentBlock;
  items: StoredItem[];
}

export function storedBlock(row: BlockWithItems, slugs: Slugs, owner: UploadOwner): StoredBlock {
  const { block, name, subheading } = row;
  const items = hasItems(block) ? row.items.slice(0, blockLimits.items) : [];
  const shown = items.map((item) => ({ row: item, type: block, shown: storedItem(block, item, slugs, owner) }));
  const plain = {
    block,
    name: name ?? undefined,
    subheading: subheading ?? undefined,
    content: storedJson(row.content),
    settings: storedJson(row.settings),
    items: shown.map((item) => item.shown),
  };
  return { row, shown: sparseBlock(plain as DocumentBlock), items: shown };
}

function storedItem(type: BlockType, row: BlockItemRow, slugs: Slugs, owner: UploadOwner): DocumentItem {
  const { caption, alt } = (storedJson(row.content) ?? {}) as { caption?: unknown; alt?: unknown };
  const slug = row.link === null ? undefined : slugs.current.get(row.id);
  return sparseItem(type, {
    caption: typeof caption === 'string' ? caption : undefined,
    alt: typeof alt === 'string' ? alt : undefined,
    link: row.link === null ? undefined : documentLink(row.link, owner),
    slug,
    former_slugs: slug === undefined ? undefined : slugs.former.get(row.id),
    thumbnail: reference(row.thumbnail),
    element: storedJson(row.element) as DocumentItem['element'],
    settings: storedJson(row.settings) as DocumentItem['settings'],
  });
}

/** A link to the account's own upload becomes a reference, whatever its host. */
export function documentLink(link: string, owner: UploadOwner): string {
  const upload = readUploadPath(URL.canParse(link) ? new URL(link).pathname : link);
  return upload && isUploadOf(upload, owner) ? uploadReference(upload) : link;
}

/** Only values that differ from the default, in a fixed order. */
export function sparseBlock(given: DocumentBlock): DocumentBlock {
  const { block, name, subheading, content, settings, items } = given;
  const shape = blockShapes[block];
  return filledIn({
    block,
    name: name || undefined,
    subheading: subheading || undefined,
    content: sparseAs(shape.content, content),
    settings: sparseAs(shape.settings, settings),
    items: items?.length ? items.map((item) => sparseItem(block, item)) : undefined,
  }) as DocumentBlock;
}

function sparseItem(type: BlockType, given: DocumentItem): DocumentItem {
  const shape = blockShapes[type].item;
  return (filledIn({
    caption: given.caption || undefined,
    alt: given.alt || undefined,
    link: given.link || undefined,
    slug: given.slug?.normalize('NFC'),
    former_slugs: given.former_slugs?.length
      ? given.former_slugs.map((slug) => slug.normalize('NFC')).sort()
      : undefined,
    thumbnail: given.thumbnail,
    element: sparseAs(shape.element, given.element),
    settings: sparseAs(shape.settings, given.settings),
  }) ?? {}) as DocumentItem;
}
