// The trash: deleted blocks and items, as they were. Their form entries stay in their own table, where nobody can read
// them without the block, and are erased with the row in the trash.
import { limits } from '../../../../contract/limits.ts';
import type { BlockWithItems } from '../../../storage/page/blocks.ts';
import { countBlockEntries, deleteFormEntries } from '../../../storage/page/form-entries.ts';
import { formerSlugs } from '../../../storage/page/link-slugs.ts';
import { findLinks } from '../../../storage/page/links.ts';
import { deleteTrash, putTrash, type TrashSize, trashSizes } from '../../../storage/page/trash.ts';
import type { BlockItemRow, BlockRow, Executor } from '../../../storage/tables.ts';
import { digestsIn } from '../../uploads/upload-uses.ts';
import type { PageEdit } from '../page-edit.ts';

type Stored<Row> = Omit<Row, 'account_id'>;

export interface TrashedItem {
  row: Stored<BlockItemRow>;
  /** Of its link: the current slug first. Absent if it has no link. */
  slugs?: string[];
}

export interface TrashedBlock {
  row: Stored<BlockRow>;
  items: TrashedItem[];
}

/** Call it before the block is removed. */
export async function trashBlock(edit: TrashEdit, { items, ...block }: BlockWithItems): Promise<void> {
  const { tx, accountId } = edit;
  const content: TrashedBlock = { row: stored(block), items: await trashedItems(edit, items) };
  const entries = await countBlockEntries(tx, accountId, block.id);
  await put(edit, { id: block.id, block_id: null, entries, content });
}

/** Call it before the item is removed. */
export async function trashItem(edit: TrashEdit, item: BlockItemRow): Promise<void> {
  const [content] = await trashedItems(edit, [item]);
  await put(edit, { id: item.id, block_id: item.block_id, entries: 0, content: content! });
}

/** Erases a row of the trash with its form entries. */
export async function eraseTrash(tx: Executor, accountId: number, id: number): Promise<void> {
  await deleteFormEntries(tx, accountId, id);
  await deleteTrash(tx, accountId, [id]);
}

/** What the trash needs of an edit. An import writes to it too, outside an edit. */
export type TrashEdit = Pick<PageEdit, 'tx' | 'accountId' | 'at'> & {
  quotas: Pick<PageEdit['quotas'], 'formEntries'>;
};

async function put(
  { tx, accountId, at, quotas }: TrashEdit,
  entry: { id: number; block_id: number | null; entries: number; content: TrashedBlock | TrashedItem },
): Promise<void> {
  const content = JSON.stringify(entry.content);
  const uploads = digestsIn(content).join(' ');
  await putTrash(tx, accountId, { ...entry, deleted_at: at, uploads, content });
  const all = await trashSizes(tx, accountId);
  for (const { id } of surplus(all, quotas.formEntries)) await eraseTrash(tx, accountId, id);
}

/** The oldest rows, so that the rest is within the limits. The newest row always stays. */
function surplus(oldestFirst: readonly TrashSize[], maxEntries: number): TrashSize[] {
  let [bytes, entries] = [0, 0];
  const newestFirst = oldestFirst.toReversed();
  const kept = newestFirst.findIndex((row, index) => {
    bytes += row.bytes;
    entries += row.entries;
    return index > 0 && (index >= limits.trashEntries || bytes > limits.trashBytes || entries > maxEntries);
  });
  return kept === -1 ? [] : newestFirst.slice(kept);
}

async function trashedItems({ tx, accountId }: TrashEdit, items: readonly BlockItemRow[]): Promise<TrashedItem[]> {
  const ids = items.filter(({ link }) => link !== null).map(({ id }) => id);
  const current = new Map((await findLinks(tx, accountId, ids)).map(({ id, slug }) => [id, slug]));
  const former = await formerSlugs(tx, accountId, ids);
  return items.map((item) => {
    const slug = current.get(item.id);
    const row = stored(item);
    return slug === undefined ? { row } : { row, slugs: [slug, ...(former.get(item.id) ?? [])] };
  });
}

function stored<Row extends { account_id: number }>({ account_id: _, ...row }: Row): Omit<Row, 'account_id'> {
  return row;
}
