// File storage: a local folder or a bucket. Callers do not know which.
//
// Every method rejects with `FileStorageUnavailable` if the file storage does not work right now. HTTP answers that
// with 503.
import type { Readable } from 'node:stream';

/** `{digest}/{account id}/{file}`. Never contains unchecked input. */
export type FileName = string;

export interface StoredFile {
  bytes: number;
  /** When the file was stored, in milliseconds. */
  putAt: number;
}

export interface ListedFile extends StoredFile {
  name: FileName;
}

/** An open file. The caller must read the stream to its end or destroy it. */
export interface OpenedFile extends StoredFile {
  /** The whole file, or the requested range. */
  stream: Readable;
}

/** Both ends are inclusive: `{ start: 0, end: 0 }` is the first byte. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface FileStorage {
  /** Atomic, and durable when it resolves. Replaces an existing file of the same name. */
  put(name: FileName, content: Buffer | FileOnDisk, type: string): Promise<void>;
  /** Returns undefined if there is no such file. */
  stat(name: FileName): Promise<StoredFile | undefined>;
  /**
   * Returns undefined if there is no such file. `bytes` is the size of the whole file. A range must be inside the file.
   */
  read(name: FileName, range?: ByteRange): Promise<OpenedFile | undefined>;
  /** Ignores missing files. */
  remove(names: readonly FileName[]): Promise<void>;
  /** Lists up to `MAX_LISTED` files of a folder, `{digest}/` or `{digest}/{account}/`, by name, after `after`. */
  list(folder: string, after?: FileName): Promise<ListedFile[]>;
  /** Lists about as many files of the whole file storage, by name, after `after`. May include foreign files. */
  walk(after?: FileName): Promise<ListedFile[]>;
  /**
   * A local folder of this process for incomplete files. `put` moves files from there without a copy, if possible. The
   * caller removes the files it creates there. Leftovers of a killed process are removed at the next start.
   */
  staging(): Promise<string>;
  /**
   * The id of the installation that owns these files, if it is noted. Other installations must not remove any as
   * leftovers.
   */
  owner(): Promise<string | undefined>;
  noteOwner(installation: string): Promise<void>;
  /** Checks that the file storage is writable, for `doctor` and the log. */
  check(): Promise<void>;
  /** Does not wait: in-flight operations fail. */
  close(): void;
}

/**
 * A file in `staging()`. The file storage may move it instead of copying it, so the caller must not use it afterwards.
 */
export interface FileOnDisk {
  path: string;
  bytes: number;
}

export const MAX_LISTED = 1000;

/** Stored next to the other files. */
export const OWNER_FILE = '.fingerpost-installation';

/**
 * The file storage does not work right now: it is unreachable, full, or denies access. The file itself is not at fault.
 */
export class FileStorageUnavailable extends Error {
  /** The message is public. The cause is for the log. */
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'FileStorageUnavailable';
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

/** Returns undefined if it is not a valid file name. */
export function readFileName(name: string): FileAddress | undefined {
  const [, digest, accountId, file] = NAME.exec(name) ?? [];
  return digest === undefined ? undefined : { digest, accountId: Number(accountId), file: file! };
}

/** An invalid name is a bug and must not leave the file storage's folder. */
export function checkedName(name: FileName): FileName {
  if (!NAME.test(name)) throw new Error(`"${name}" is not a valid file name`);
  return name;
}

export function checkedFolder(folder: string): string {
  checkedName(`${/^[0-9a-f]{64}\/$/.test(folder) ? `${folder}1/` : folder}x`);
  return folder;
}
