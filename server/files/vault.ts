// Where files lie: a folder of this machine, or a bucket. Whoever reads and writes them need not know which.
import type { Readable } from 'node:stream';

/** `{digest}/{account}/{file}`, as in `contract/page/uploads.ts`; never anything that came from outside unchecked. */
export type FileName = string;

export interface StoredFile {
  bytes: number;
  /** When it was put there, in milliseconds. */
  putAt: number;
}

/** Both ends count: `{ start: 0, end: 0 }` is the first byte. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface Vault {
  /** Whole or not at all, and durable when it resolves. What was there under this name is replaced. */
  put(name: FileName, content: Buffer | FileOnDisk, type: string): Promise<void>;
  /** Undefined where there is none. */
  look(name: FileName): Promise<StoredFile | undefined>;
  /** Undefined where there is none. */
  read(name: FileName, range?: ByteRange): Promise<Readable | undefined>;
  /** Whatever is not there is not missed. */
  remove(names: readonly FileName[]): Promise<void>;
  /** The files in that folder, by name: `{digest}/` or `{digest}/{account}/`; a bounded number after `after`. */
  list(folder: string, after?: FileName): Promise<(StoredFile & { name: FileName })[]>;
  /** Whether it can be written to, for `doctor` and the log. */
  check(): Promise<void>;
  close(): void;
}

/** A file that the vault may move away rather than copy. */
export interface FileOnDisk {
  path: string;
  bytes: number;
}

/** The vault cannot do its work now: it is away, full, or does not let us. Nothing is wrong with the file. */
export class VaultUnavailable extends Error {}
