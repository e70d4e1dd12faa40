// The address of the page editor with one row open, for links from elsewhere.
import type { RemovalTarget } from '../editing/index.ts';

export function editorAddress(target: RemovalTarget): string {
  const query = new URLSearchParams({ block: String(target.blockId) });
  if (target.kind === 'item') query.set('item', String(target.itemId));
  return `/?${query}`;
}

/** Undefined if the address names no row. */
export function rowInAddress(search: string): RemovalTarget | undefined {
  const query = new URLSearchParams(search);
  const [blockId, itemId] = [Number(query.get('block')), Number(query.get('item'))];
  if (!Number.isSafeInteger(blockId) || blockId < 1) return undefined;
  return Number.isSafeInteger(itemId) && itemId > 0 ? { kind: 'item', blockId, itemId } : { kind: 'block', blockId };
}
