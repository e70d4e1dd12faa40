// Where files lie: a folder of this machine, or a bucket. Whoever reads and writes them need not know which.
//
// Every method rejects with `VaultUnavailable` where the vault cannot do its work now, which HTTP answers with 503.
import type { Readable } from 'node:stream';

/** `{digest}/{account id}/{file}`; never anything that came from outside unchecked. */
export type FileName = string;

export interface StoredFile {
  bytes: number;
  /** When it was put there, in milliseconds. */
  putAt: number;
}

export interface ListedFile extends StoredFile {
  name: FileName;
}

/** A file, opened: whoever gets it reads the stream to its end, or destroys it. */
export interface OpenedFile extends StoredFile {
  /** Of the whole file, or of the range that was asked for. */
  stream: Readable;
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
  /** Undefined where there is none. `bytes` is always of the whole file; a range has to lie within it. */
  read(name: FileName, range?: ByteRange): Promise<OpenedFile | undefined>;
  /** Whatever is not there is not missed. */
  remove(names: readonly FileName[]): Promise<void>;
  /** At most `mostListed` of the files in that folder, `{digest}/` or `{digest}/{account}/`, by name, those after `after`. */
  list(folder: string, after?: FileName): Promise<ListedFile[]>;
  /** At most about as many of all there is, by name, those after `after`. What is not ours may lie among it. */
  walk(after?: FileName): Promise<ListedFile[]>;
  /**
   * A folder of this machine, of this process alone, for files on their way here. `put` moves them from there without a
   * copy where it can. Whoever makes a file in it takes care that it goes again; what a kill leaves goes with the next start.
   */
  staging(): Promise<string>;
  /** Whose files these are, where it was noted: the id of an installation. Nobody else may take any for left over. */
  owner(): Promise<string | undefined>;
  noteOwner(installation: string): Promise<void>;
  /** Whether it can be written to, for `doctor` and the log. */
  check(): Promise<void>;
  /** Waits for nothing: what is under way fails. */
  close(): void;
}

/** A file in `staging()` that the vault may move away rather than copy: it is not looked for there afterwards. */
export interface FileOnDisk {
  path: string;
  bytes: number;
}

export const mostListed = 1000;

/** A file beside the others. */
export const OWNER_FILE = '.fingerpost-installation';

/** The vault cannot do its work now: it is away, full, or does not let us. Nothing is wrong with the file. */
export class VaultUnavailable extends Error {
  /** The message is for everybody to read; what is behind it is the cause, for the log. */
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'VaultUnavailable';
  }
}

export interface FileAddress {
  digest: string;
  accountId: number;
  file: string;
}

const NAME = /^([0-9a-f]{64})\/([1-9]\d{0,15})\/([a-z0-9][a-z0-9.-]{0,63})$/;

export function fileName({ digest, accountId, file }: FileAddress): FileName {
  return `${digest}/${accountId}/${file}`;
}

/** Undefined where it is no name of a file. */
export function readFileName(name: string): FileAddress | undefined {
  const [, digest, accountId, file] = NAME.exec(name) ?? [];
  return digest === undefined ? undefined : { digest, accountId: Number(accountId), file: file! };
}

/** A name that is none is a mistake of ours, and must not reach anything outside the vault. */
export function checkedName(name: FileName): FileName {
  if (!NAME.test(name)) throw new Error(`"${name}" is no name of a file`);
  return name;
}

export function checkedFolder(folder: string): string {
  checkedName(`${/^[0-9a-f]{64}\/$/.test(folder) ? `${folder}1/` : folder}x`);
  return folder;
}
