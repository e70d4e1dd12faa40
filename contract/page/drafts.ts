// A block as it is written: what its record says of it, without what only we can know. What is missing has its default.
import type { BlockType } from '../vocabulary.ts';

export interface BlockDraft {
  block: BlockType;
  name?: string | null;
  subheading?: string | null;
  blocks?: { content: unknown } | null;
  settings?: Record<string, unknown> | null;
  position?: number;
  items?: ItemDraft[];
}

export interface ItemDraft {
  /** An address of one of the account's own uploads, or null for a generated picture. */
  thumbnail?: string | null;
  element?: Record<string, unknown> | null;
  link?: string | null;
  content?: { caption?: string | null; alt?: string | null };
  settings?: Record<string, unknown> | null;
  position?: number;
  /** Of its link; made from the caption where none is given. */
  slug?: string;
}
