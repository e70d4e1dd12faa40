// The rows of a page while unsaved changes are applied to them, in memory. Nothing is written.
import { ApiError, type FieldErrors, invalid } from '../../../../contract/errors.ts';
import type { BlockWithItems } from '../../../storage/page/blocks.ts';
import type { AccountRow, BlockItemRow } from '../../../storage/tables.ts';
import type { LinkFields } from '../../links/link-records.ts';
import { type Addresses, addressesOf } from '../blocks/addresses.ts';
import { movedTo } from '../blocks/order.ts';
import type { PageRows } from '../page.ts';
import type { PageReader } from '../page-edit.ts';

export interface PageDraft {
  readonly reader: PageReader;
  readonly addresses: Addresses;
  account: AccountRow;
  /** In page order. */
  blocks: BlockWithItems[];
  /** Links that are new or have changed. */
  readonly links: LinkFields[];
  readonly errors: FieldErrors;
  /** Await it between entries. */
  readonly pause: () => Promise<void>;
}

export function createDraft(reader: PageReader, rows: PageRows, pause: () => Promise<void>): PageDraft {
  return {
    reader,
    addresses: addressesOf(reader),
    account: rows.account,
    blocks: rows.blocks.map((block) => ({ ...block, items: [...block.items] })),
    links: [],
    errors: {},
    pause,
  };
}

/** Collects the errors of all changes, so that the caller gets them in one response. */
export async function attempt({ errors }: PageDraft, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error;
    Object.assign(errors, error.errors);
  }
}

export function throwIfInvalid({ errors }: PageDraft): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Moves one entry, and numbers all of them anew. */
export function withMoved<T extends BlockWithItems | BlockItemRow>(rows: readonly T[], id: number, index: number): T[] {
  const order = movedTo(
    rows.map((row) => row.id),
    id,
    index,
  );
  return inOrder(rows, order);
}

export function inOrder<T extends { id: number; position: number }>(rows: readonly T[], order: readonly number[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return order.map((id, index) => ({ ...byId.get(id)!, position: index + 1 }));
}
