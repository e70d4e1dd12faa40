// What can be brought back: deleted blocks and items, and earlier versions of a page.
import type { Micros } from '../../contract/time.ts';

/** A deleted block with its items, or a deleted item. Form entries stay in their table until this row expires. */
export interface TrashRow {
  account_id: number;
  id: number;
  /** The block that the item was deleted from. Null for a block. */
  block_id: number | null;
  deleted_at: Micros;
  /** How many form entries the block has. */
  entries: number;
  /** Digests of the uploads that it uses, separated by spaces. */
  uploads: string;
  /** The rows, as JSON. */
  content: string;
}

/** The page before an edit. */
export interface PageVersionRow {
  account_id: number;
  id: number;
  /** When the page was last changed before it. */
  changed_at: Micros;
  stored_at: Micros;
  blocks: number;
  items: number;
  uploads: string;
  /** The page document and the ids of its records: JSON, compressed, in base64. */
  content: string;
}
