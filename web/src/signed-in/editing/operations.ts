// A change of the page as data, so that it can be queued, stored in the browser, shown before it is saved, and undone.
import type {
  Block,
  BlockItem,
  CreateBlockFields,
  CreateBlockItemFields,
} from '../../../../clients/typescript/index.ts';

export type SectionName = 'profile' | 'seo' | 'social' | 'customize' | 'background' | 'options';
export type Fields = Readonly<Record<string, unknown>>;

export type EditTarget =
  | { readonly kind: 'block'; readonly blockId: number }
  | { readonly kind: 'item'; readonly blockId: number; readonly itemId: number }
  | { readonly kind: 'section'; readonly section: SectionName };

export type RemovalTarget = Extract<EditTarget, { kind: 'block' | 'item' }>;
export type ListTarget = { readonly kind: 'blocks' } | { readonly kind: 'items'; readonly blockId: number };

export interface ItemPosition {
  readonly blockId: number;
  /** From 0. */
  readonly index: number;
}

/**
 * Ids of blocks and items that are not saved yet are negative. `base` is what the changed fields were before; a value of
 * null resets a field to its default.
 */
export type Operation =
  | { readonly type: 'edit'; readonly target: EditTarget; readonly patch: Fields; readonly base: Fields }
  | {
      readonly type: 'order';
      readonly target: ListTarget;
      readonly order: readonly number[];
      readonly base: readonly number[];
    }
  | { readonly type: 'move'; readonly itemId: number; readonly from: ItemPosition; readonly to: ItemPosition }
  | {
      readonly type: 'create-block';
      readonly id: number;
      readonly itemIds: readonly number[];
      readonly draft: CreateBlockFields;
      readonly key: string;
    }
  | {
      readonly type: 'create-item';
      readonly id: number;
      readonly blockId: number;
      readonly draft: CreateBlockItemFields;
      readonly key: string;
    }
  | {
      readonly type: 'duplicate';
      readonly id: number;
      /** Of the items in the copy of a block. */
      readonly itemIds: readonly number[];
      readonly target: RemovalTarget;
      readonly key: string;
    }
  | { readonly type: 'delete'; readonly target: RemovalTarget; readonly removed?: Removed }
  | { readonly type: 'restore'; readonly target: RemovalTarget; readonly removed?: Removed }
  | { readonly type: 'restore-version'; readonly versionId: number };

/** What was deleted and where it was, so that it can be shown again at once. */
export interface Removed {
  readonly record: Block | BlockItem;
  /** From 0. */
  readonly index: number;
}

/** What the service answered, as far as undoing needs it. */
export interface Outcome {
  /** The version that holds the page as it was before. */
  readonly versionId?: number;
}

/** Undefined if the change cannot be undone. */
export function inverseOf(operation: Operation, outcome: Outcome): Operation | undefined {
  switch (operation.type) {
    case 'edit':
      return { ...operation, patch: defaulted(operation.base), base: operation.patch };
    case 'order':
      return { ...operation, order: operation.base, base: operation.order };
    case 'move':
      return { ...operation, from: operation.to, to: operation.from };
    case 'create-block':
      return { type: 'delete', target: { kind: 'block', blockId: operation.id } };
    case 'create-item':
      return { type: 'delete', target: { kind: 'item', blockId: operation.blockId, itemId: operation.id } };
    case 'duplicate':
      return { type: 'delete', target: copyOf(operation) };
    case 'delete':
      return { ...operation, type: 'restore' };
    case 'restore':
      return { ...operation, type: 'delete' };
    case 'restore-version':
      return outcome.versionId === undefined ? undefined : { type: 'restore-version', versionId: outcome.versionId };
  }
}

function copyOf({ id, target }: Extract<Operation, { type: 'duplicate' }>): RemovalTarget {
  return target.kind === 'block' ? { kind: 'block', blockId: id } : { ...target, itemId: id };
}

/** What was not set before is set to its default, which null stands for. */
function defaulted(base: Fields): Fields {
  const entries = Object.entries(base).map(([name, value]) => [
    name,
    isObject(value) ? defaulted(value) : (value ?? null),
  ]);
  return Object.fromEntries(entries);
}

/** The same operation with the ids that the service gave since. */
export function withIds(operation: Operation, realId: (id: number) => number): Operation {
  return JSON.parse(JSON.stringify(operation), (name, value) => {
    if (idListNames.has(name) && Array.isArray(value)) return (value as number[]).map(realId);
    return idNames.has(name) && typeof value === 'number' ? realId(value) : value;
  });
}

/** The base of an order is a list, too. */
const idListNames = new Set(['order', 'base', 'itemIds']);
const idNames = new Set(['id', 'blockId', 'itemId', 'block_id']);

/** The blocks as they will be. Unknown ids change nothing. */
export function blocksAfter(blocks: readonly Block[], operation: Operation): readonly Block[] {
  switch (operation.type) {
    case 'edit': {
      const { target, patch } = operation;
      if (target.kind === 'section') return blocks;
      if (target.kind === 'block') return changed(blocks, target.blockId, (block) => merged(block, patch));
      return changedItems(blocks, target.blockId, (items) =>
        changed(items, target.itemId, (item) => merged(item, patch)),
      );
    }
    case 'order': {
      const { target, order } = operation;
      if (target.kind === 'blocks') return ordered(blocks, order);
      return changedItems(blocks, target.blockId, (items) => ordered(items, order));
    }
    case 'move':
      return moved(blocks, operation);
    case 'create-block': {
      const block = draftBlock(operation);
      return inserted(blocks, block, (operation.draft.position ?? blocks.length + 1) - 1);
    }
    case 'create-item': {
      const { draft, blockId } = operation;
      const item = draftItem(draft, operation.id, blockId);
      return changedItems(blocks, blockId, (items) => inserted(items, item, (draft.position ?? items.length + 1) - 1));
    }
    case 'delete': {
      const { target } = operation;
      if (target.kind === 'block') return blocks.filter(({ id }) => id !== target.blockId);
      return changedItems(blocks, target.blockId, (items) => items.filter(({ id }) => id !== target.itemId));
    }
    case 'restore': {
      const { target, removed } = operation;
      if (!removed) return blocks;
      if (target.kind === 'block') return restored(blocks, removed as Removed & { record: Block });
      return changedItems(blocks, target.blockId, (items) =>
        restored(items, removed as Removed & { record: BlockItem }),
      );
    }
    case 'duplicate':
      return duplicated(blocks, operation);
    case 'restore-version':
      // Only the service knows what it brings.
      return blocks;
  }
}

/** The fields of a section as they will be. */
export function sectionAfter<T extends object>(fields: T, section: SectionName, operation: Operation): T {
  const isOwn =
    operation.type === 'edit' && operation.target.kind === 'section' && operation.target.section === section;
  return isOwn ? merged(fields, operation.patch) : fields;
}

/** Objects are merged, lists and values replaced, as the service does it. */
export function merged<T extends object>(record: T, patch: Fields): T {
  const result = { ...record } as Record<string, unknown>;
  for (const [name, value] of Object.entries(patch)) {
    const before = result[name];
    result[name] = isObject(value) ? merged(isObject(before) ? before : {}, value) : value;
  }
  return result as T;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function changed<T extends { id: number }>(records: readonly T[], id: number, change: (record: T) => T): readonly T[] {
  return records.map((record) => (record.id === id ? change(record) : record));
}

function changedItems(
  blocks: readonly Block[],
  blockId: number,
  change: (items: readonly BlockItem[]) => readonly BlockItem[],
): readonly Block[] {
  return changed(blocks, blockId, (block) => ({ ...block, items: [...change(block.items)] }));
}

/** Records that the order does not name stay behind the others. */
function ordered<T extends { id: number }>(records: readonly T[], order: readonly number[]): readonly T[] {
  const positions = new Map(order.map((id, index) => [id, index]));
  const positionOf = ({ id }: T) => positions.get(id) ?? order.length;
  return [...records].sort((a, b) => positionOf(a) - positionOf(b));
}

function inserted<T>(records: readonly T[], record: T, index: number): readonly T[] {
  return records.toSpliced(index, 0, record);
}

function restored<T extends { id: number }>(
  records: readonly T[],
  { record, index }: Removed & { record: T },
): readonly T[] {
  return records.some(({ id }) => id === record.id) ? records : inserted(records, record, index);
}

function moved(blocks: readonly Block[], { itemId, from, to }: Extract<Operation, { type: 'move' }>): readonly Block[] {
  const item = blocks.find(({ id }) => id === from.blockId)?.items.find(({ id }) => id === itemId);
  if (!item) return blocks;
  const without = changedItems(blocks, from.blockId, (items) => items.filter(({ id }) => id !== itemId));
  const moving = { ...item, block_id: to.blockId };
  return changedItems(without, to.blockId, (items) => inserted(items, moving, to.index));
}

/** The copy comes right after its original. */
function duplicated(
  blocks: readonly Block[],
  { id, itemIds, target }: Extract<Operation, { type: 'duplicate' }>,
): readonly Block[] {
  if (target.kind === 'item') {
    return changedItems(blocks, target.blockId, (items) => withCopy(items, target.itemId, (item) => ({ ...item, id })));
  }
  return withCopy(blocks, target.blockId, (block) => ({
    ...block,
    id,
    items: block.items.slice(0, itemIds.length).map((item, index) => ({ ...item, id: itemIds[index]!, block_id: id })),
  }));
}

function withCopy<T extends { id: number }>(records: readonly T[], id: number, copy: (record: T) => T): readonly T[] {
  const index = records.findIndex((record) => record.id === id);
  return index < 0 ? records : inserted(records, copy(records[index]!), index + 1);
}

function draftBlock({ id, itemIds, draft }: Extract<Operation, { type: 'create-block' }>): Block {
  const { block, name = null, subheading = null, blocks = null, settings = null, items = [] } = draft as Block;
  return {
    ...{ id, block, name, subheading, blocks, settings },
    user: 0,
    position: 0,
    created_at: '',
    updated_at: '',
    items: items.map((item, index) => draftItem(item as CreateBlockItemFields, itemIds[index]!, id)),
  };
}

function draftItem(draft: CreateBlockItemFields, id: number, blockId: number): BlockItem {
  const { element = null, link = null, content, settings = null, thumbnail } = draft as Partial<BlockItem>;
  return {
    ...{ id, element, link, settings },
    block_id: blockId,
    thumbnail: thumbnail ?? '',
    is_element: 0,
    content: { caption: null, ...content },
    position: 0,
    created_at: '',
    updated_at: '',
  };
}
