// Matches the blocks and items of a document with those of the page, so that links keep their counts and forms their
// entries. In order of certainty: by slug, by target, by name, by position.
import type { DocumentBlock, DocumentItem, PageDocument } from '../../../../../contract/page/document.ts';
import type { RecordOrigin, VersionIds } from '../../../page/history/page-version.ts';
import type { StoredBlock, StoredItem } from '../stored/blocks.ts';
import type { StoredPage } from '../stored/page.ts';

export interface ItemMatch {
  wanted: DocumentItem;
  stored?: StoredItem;
  /** Of an item that is created again. */
  origin?: RecordOrigin;
}

export interface BlockMatch {
  wanted: DocumentBlock;
  stored?: StoredBlock;
  origin?: RecordOrigin;
  items: ItemMatch[];
}

export interface Matching {
  /** In the order of the document. */
  blocks: BlockMatch[];
  removedBlocks: StoredBlock[];
  /** Of kept and of removed blocks. */
  removedItems: StoredItem[];
  /** All are matched by their ids. */
  isVersion?: boolean;
}

/** Everything is new, and the existing page stays. */
export function unmatched(document: PageDocument): Matching {
  const blocks = (document.blocks ?? []).map(
    (wanted): BlockMatch => ({
      wanted,
      items: (wanted.items ?? []).map((item: DocumentItem) => ({ wanted: item })),
    }),
  );
  return { blocks, removedBlocks: [], removedItems: [] };
}

export function matched(page: StoredPage, document: PageDocument): Matching {
  const { blocks } = unmatched(document);
  const free = new Set(page.blocks.flatMap(({ items }) => items));
  matchBySlug(blocks, free);
  matchBlocks(blocks, page.blocks);
  for (const block of blocks) if (block.stored) matchWithin(block, free);
  const kept = new Set(blocks.map(({ stored }) => stored));
  return { blocks, removedBlocks: page.blocks.filter((block) => !kept.has(block)), removedItems: [...free] };
}

/** The document is a version of this page, and `ids` are the ids of its blocks and items. */
export function matchedById(page: StoredPage, document: PageDocument, ids: VersionIds): Matching {
  const { blocks } = unmatched(document);
  const byId = new Map(page.blocks.map((block) => [block.row.id, block]));
  const itemsById = new Map(page.blocks.flatMap(({ items }) => items).map((item) => [item.row.id, item]));
  const free = new Set(itemsById.values());
  for (const [index, block] of blocks.entries()) {
    const { items, ...origin } = ids[index]!;
    Object.assign(block, matchOf(byId.get(origin.id), origin));
    for (const [itemIndex, item] of block.items.entries()) {
      const { id } = items[itemIndex]!;
      const stored = itemsById.get(id);
      Object.assign(item, matchOf(stored, items[itemIndex]!));
      if (stored) free.delete(stored);
    }
  }
  const kept = new Set(blocks.map(({ stored }) => stored));
  const removedBlocks = page.blocks.filter((block) => !kept.has(block));
  return { blocks, removedBlocks, removedItems: [...free], isVersion: true };
}

function matchOf<Stored>(stored: Stored | undefined, origin: RecordOrigin) {
  return stored ? { stored } : { origin };
}

/** On the whole page: an item that moved to another block is still the same link. */
function matchBySlug(blocks: BlockMatch[], free: Set<StoredItem>): void {
  const items = blocks.flatMap((block) => block.items);
  const current = new Map([...free].map((item) => [item.shown.slug ?? '', item]));
  current.delete('');
  const former = new Map([...free].flatMap((item) => (item.shown.former_slugs ?? []).map((slug) => [slug, item])));
  const namesOf: ((wanted: DocumentItem) => (StoredItem | undefined)[])[] = [
    ({ slug = '' }) => [current.get(slug)],
    ({ slug = '' }) => [former.get(slug)],
    ({ former_slugs = [] }) => former_slugs.flatMap((slug) => [current.get(slug), former.get(slug)]),
  ];
  for (const candidates of namesOf) {
    for (const item of items) {
      if (item.stored || item.wanted.link === undefined) continue;
      take(
        item,
        candidates(item.wanted).find((one) => one && free.has(one)),
        free,
      );
    }
  }
}

function matchBlocks(blocks: BlockMatch[], stored: StoredBlock[]): void {
  const free = new Set(stored);
  const home = new Map(stored.flatMap((block) => block.items.map((item) => [item, block])));
  const open = () => blocks.filter((block) => !block.stored);
  const pair = (block: BlockMatch, found: StoredBlock | undefined) => {
    if (!found) return;
    block.stored = found;
    free.delete(found);
  };
  for (const block of open()) pair(block, mostShared(block, home, free));
  const ways: ((wanted: DocumentBlock, one: StoredBlock) => boolean)[] = [
    (wanted, { shown }) => wanted.name === shown.name && wanted.name !== undefined,
    (wanted, { shown }) => wanted.name === shown.name && wanted.subheading === shown.subheading,
    () => true,
  ];
  for (const isSame of ways) {
    for (const block of open()) {
      const candidates = [...free].filter(({ shown }) => shown.block === block.wanted.block);
      pair(
        block,
        candidates.find((one) => isSame(block.wanted, one)),
      );
    }
  }
}

/** The block of the same type that has most of its items. */
function mostShared(
  { wanted, items }: BlockMatch,
  home: ReadonlyMap<StoredItem, StoredBlock>,
  free: ReadonlySet<StoredBlock>,
): StoredBlock | undefined {
  const counts = new Map<StoredBlock, number>();
  for (const { stored } of items) {
    const block = stored && home.get(stored);
    if (block && free.has(block) && block.shown.block === wanted.block) counts.set(block, (counts.get(block) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

/** Never gives a new slug to an existing link with another target: their counts would be mixed up. */
function matchWithin({ stored, items }: BlockMatch, free: Set<StoredItem>): void {
  const ways: ((wanted: DocumentItem, shown: DocumentItem) => boolean)[] = [
    (wanted, shown) => wanted.link === shown.link && wanted.caption === shown.caption,
    (wanted, shown) => wanted.link === shown.link && wanted.link !== undefined,
    (wanted, shown) => wanted.caption === shown.caption && wanted.caption !== undefined && wanted.slug === undefined,
    (wanted, shown) => wanted.link === undefined && shown.link === undefined,
  ];
  for (const isSame of ways) {
    for (const item of items) {
      if (item.stored) continue;
      take(
        item,
        stored!.items.find((one) => free.has(one) && isSame(item.wanted, one.shown)),
        free,
      );
    }
  }
}

function take(item: ItemMatch, found: StoredItem | undefined, free: Set<StoredItem>): void {
  if (!found) return;
  item.stored = found;
  free.delete(found);
}
