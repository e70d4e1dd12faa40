// A block as it is written: the fields of its record that a client can set. Missing fields get their defaults.
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
  /** The URL of one of the account's uploads, or null for a generated picture. */
  thumbnail?: string | null;
  element?: Record<string, unknown> | null;
  link?: string | null;
  content?: { caption?: string | null; alt?: string | null };
  settings?: Record<string, unknown> | null;
  position?: number;
  /** The slug of its link; generated from the caption if missing. */
  slug?: string;
}
