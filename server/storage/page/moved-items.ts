import type { Executor } from '../tables.ts';

const ITEMS_AT_ONCE = 5000;

/** Moves items and their links into a block. Their position follows from their list order, which the caller sets. */
export async function moveItems(
  tx: Executor,
  accountId: number,
  itemIds: readonly number[],
  blockId: number,
): Promise<void> {
  for (let from = 0; from < itemIds.length; from += ITEMS_AT_ONCE) {
    await tx
      .updateTable('block_item')
      .set({ block_id: blockId })
      .where('account_id', '=', accountId)
      .where('id', 'in', itemIds.slice(from, from + ITEMS_AT_ONCE))
      .execute();
  }
}
