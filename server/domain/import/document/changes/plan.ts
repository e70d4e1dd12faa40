// Lists the changes of an import by comparing the page before and after it, so that the list is always exact.
import type { DocumentBlock, DocumentItem, DocumentSections } from '../../../../../contract/page/document.ts';
import { sectionNames } from '../../../../../contract/page/document.ts';
import type { ImportChange } from '../../../../../contract/schemas/page-document.ts';
import type { StoredBlock, StoredItem } from '../stored/blocks.ts';
import type { StoredPage } from '../stored/page.ts';
import { isSame } from './comparing.ts';
import { outOfOrder } from './order.ts';

/** Removed entries have their old paths, the others their new ones. */
export function changesBetween(before: StoredPage, after: StoredPage): ImportChange[] {
  return [...sectionChanges(before, after), ...blockChanges(before, after), ...pixelChanges(before, after)];
}

function sectionChanges(before: StoredPage, after: StoredPage): ImportChange[] {
  return sectionNames.flatMap((name) => {
    const fields = differing(sectionOf(before, name), sectionOf(after, name));
    if (fields.length === 0) return [];
    return [{ what: 'section', action: 'change', path: name, name, text: `Change ${name}: ${fields.join(', ')}` }];
  });
}

function sectionOf({ document }: StoredPage, name: keyof DocumentSections): object {
  return document[name] ?? {};
}

function blockChanges(before: StoredPage, after: StoredPage): ImportChange[] {
  const changes: ImportChange[] = [];
  const were = new Map(before.blocks.map((block) => [block.row.id, block]));
  const are = new Set(after.blocks.map(({ row }) => row.id));
  const home = new Map(before.blocks.flatMap(({ row, items }) => items.map((item) => [item.row.id, { item, row }])));
  const stays = new Set(after.blocks.flatMap(({ items }) => items.map(({ row }) => row.id)));

  for (const [index, block] of before.blocks.entries()) {
    const path = `blocks.${index}`;
    if (!are.has(block.row.id)) {
      const lost = block.items.filter(({ row }) => !stays.has(row.id)).length;
      changes.push(
        shown('block', 'remove', path, calledBlock(block.shown), `${blockWords(block.shown)}${withItems(lost)}`),
      );
      continue;
    }
    for (const [itemIndex, item] of block.items.entries()) {
      if (stays.has(item.row.id)) continue;
      changes.push(
        shown('item', 'remove', `${path}.items.${itemIndex}`, calledItem(item.shown), itemWords(item.shown)),
      );
    }
  }

  const moved = movedOf(
    before.blocks.map(({ row }) => row.id),
    after.blocks.map(({ row }) => row.id),
  );
  for (const [index, block] of after.blocks.entries()) {
    const path = `blocks.${index}`;
    const was = were.get(block.row.id);
    const words = blockWords(block.shown);
    const name = calledBlock(block.shown);
    if (!was) {
      const added = block.items.filter(({ row }) => !home.has(row.id)).length;
      changes.push(shown('block', 'add', path, name, `${words}${withItems(added)}`));
    } else {
      const fields = differing(headOf(was.shown), headOf(block.shown));
      if (fields.length > 0) changes.push(shown('block', 'change', path, name, `${words}: ${fields.join(', ')}`));
      if (moved.has(block.row.id)) changes.push(shown('block', 'move', path, name, `${words} to place ${index + 1}`));
    }
    changes.push(...itemChanges(path, was, block, home));
  }
  return changes;
}

function itemChanges(
  path: string,
  was: StoredBlock | undefined,
  block: StoredBlock,
  home: ReadonlyMap<number, { item: StoredItem; row: { id: number } }>,
): ImportChange[] {
  const changes: ImportChange[] = [];
  const moved = movedOf(
    (was?.items ?? []).map(({ row }) => row.id),
    block.items.map(({ row }) => row.id),
  );
  for (const [index, { row, shown: item }] of block.items.entries()) {
    const before = home.get(row.id);
    const at = `${path}.items.${index}`;
    const name = calledItem(item);
    const words = itemWords(item);
    if (!before) {
      // The items of a new block are not listed separately.
      if (was) changes.push(shown('item', 'add', at, name, words));
      continue;
    }
    const fields = differing(before.item.shown, item);
    if (fields.length > 0) changes.push(shown('item', 'change', at, name, `${words}: ${fields.join(', ')}`));
    if (before.row.id !== block.row.id) {
      changes.push(shown('item', 'move', at, name, `${words} to ${blockWords(block.shown)}`));
    } else if (moved.has(row.id)) changes.push(shown('item', 'move', at, name, `${words} to place ${index + 1}`));
  }
  return changes;
}

function pixelChanges(before: StoredPage, after: StoredPage): ImportChange[] {
  const were = new Map(before.pixels.map((pixel) => [pixel.row.id, pixel.shown]));
  const are = new Set(after.pixels.map(({ row }) => row.id));
  const removed = before.pixels.flatMap(({ row, shown: pixel }, index) =>
    are.has(row.id) ? [] : [shown('pixel', 'remove', `pixels.${index}`, pixel.name, `the pixel "${pixel.name}"`)],
  );
  const others = after.pixels.flatMap(({ row, shown: pixel }, index) => {
    const was = were.get(row.id);
    const words = `the pixel "${pixel.name}"`;
    if (!was) return [shown('pixel', 'add', `pixels.${index}`, pixel.name, words)];
    const fields = differing(was, pixel);
    if (fields.length === 0) return [];
    return [shown('pixel', 'change', `pixels.${index}`, pixel.name, `${words}: ${fields.join(', ')}`)];
  });
  return [...removed, ...others];
}

const verbs = { add: 'Add', change: 'Change', remove: 'Remove', move: 'Move' } as const;

function shown(
  what: ImportChange['what'],
  action: ImportChange['action'],
  path: string,
  name: string,
  words: string,
): ImportChange {
  return { what, action, path, name, text: `${verbs[action]} ${words}` };
}

/** Only entries that exist before and after. */
function movedOf(before: readonly number[], after: readonly number[]): Set<number> {
  const indexes = new Map(before.map((id, index) => [id, index]));
  const stayed = after.filter((id) => indexes.has(id));
  const moving = outOfOrder(stayed.map((id) => indexes.get(id)!));
  return new Set([...moving].map((index) => stayed[index]!));
}

function differing(one: object, other: object): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isSame(one[name as keyof object], other[name as keyof object]));
}

function headOf({ items: _, ...head }: DocumentBlock): object {
  return head;
}

function calledBlock({ block, name }: DocumentBlock): string {
  return name ?? block;
}

function blockWords({ block, name }: DocumentBlock): string {
  return name === undefined ? `the block of type ${block}` : `the block "${name}" of type ${block}`;
}

function calledItem({ caption, slug, link }: DocumentItem): string {
  return caption ?? slug ?? link ?? '';
}

function itemWords(item: DocumentItem): string {
  const name = calledItem(item);
  return name === '' ? 'an item' : `the item "${name}"`;
}

function withItems(count: number): string {
  return count === 0 ? '' : count === 1 ? ' with 1 item' : ` with ${count} items`;
}
