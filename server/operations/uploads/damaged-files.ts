// Compares the files of all uploads with what the database records of them: their size and their SHA-256.
import { createHash } from 'node:crypto';
import { type FileName, type FileStorage, fileName } from '../../files/file-storage.ts';
import { everyOwnedRow } from '../../storage/accounts/owned-rows.ts';
import type { Progress } from '../../storage/dialects/dialect.ts';
import {
  accountsWithUploads,
  bytesOfAllUploads,
  findUpload,
  type RecordedFile,
  recordedFiles,
} from '../../storage/page/uploads.ts';
import type { Executor, UploadRow } from '../../storage/tables.ts';

export interface DamagedFile {
  name: FileName;
  /** `is missing` */
  fault: string;
}

/** What was found. Without a digest, only the size is compared. `fault` says why it could not be read. */
export type FoundFile = { bytes: number; sha256?: string } | { fault: string };

type FindFile = (name: FileName, recorded: RecordedFile) => Promise<FoundFile | undefined> | FoundFile | undefined;

export interface Comparison {
  /** Where the uploads are recorded: the database, or a snapshot of it. */
  recorded: Executor;
  /** The database itself. An upload that was deleted since is not damaged. */
  current: Executor;
  find: FindFile;
  progress: Progress;
}

/** More are not listed. */
const MAX_DAMAGED = 10_000;
const MAX_NAMED = 20;
const ACCOUNTS_AT_ONCE = 100;
const UPLOADS_AT_ONCE = 100;
/** Errors that concern one file, and not its disk. */
const fileErrors = ['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ENOTDIR', 'ELOOP'];

/** Reads one upload at a time, whatever their number. Stops after `MAX_DAMAGED` files. */
export async function damagedFiles({ recorded, current, find, progress }: Comparison): Promise<DamagedFile[]> {
  const all = await bytesOfAllUploads(recorded);
  const damaged: DamagedFile[] = [];
  let done = 0;
  for await (const upload of readyUploads(recorded)) {
    const found: DamagedFile[] = [];
    for (const file of recordedFiles(upload)) {
      const name = fileName({ digest: upload.digest, accountId: upload.account_id, file: file.file });
      const fault = faultOf(file, await find(name, file));
      if (fault !== undefined) found.push({ name, fault });
      done += file.bytes;
      progress(done, all);
    }
    if (found.length > 0 && (await isUnchanged(current, upload))) damaged.push(...found);
    if (damaged.length >= MAX_DAMAGED) break;
  }
  return damaged;
}

/** Reads a stored file. A file of the wrong size is not read. */
export async function readStored(
  files: FileStorage,
  name: FileName,
  { bytes: size }: RecordedFile,
): Promise<FoundFile | undefined> {
  try {
    const stored = await files.stat(name);
    if (stored?.bytes !== size) return stored;
    const opened = await files.read(name);
    if (!opened) return undefined;
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of opened.stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      // It grows while it is read.
      if (bytes > size) break;
    }
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    if (!fileErrors.includes(code)) throw error;
    return { fault: `cannot be read (${code})` };
  }
}

/** `3 files of uploads are damaged: … is missing; … has 10 bytes instead of 20; and 1 more` */
export function namedDamage(damaged: readonly DamagedFile[]): string {
  const { length } = damaged;
  const count = length >= MAX_DAMAGED ? `At least ${MAX_DAMAGED} files` : length === 1 ? '1 file' : `${length} files`;
  const named = damaged.slice(0, MAX_NAMED).map(({ name, fault }) => `${name} ${fault}`);
  if (length > MAX_NAMED) named.push(`and ${length - MAX_NAMED} more`);
  return `${count} of uploads ${length === 1 ? 'is' : 'are'} damaged: ${named.join('; ')}`;
}

async function* readyUploads(db: Executor): AsyncGenerator<UploadRow, void, undefined> {
  for (let last = 0; ; ) {
    const accounts = await accountsWithUploads(db, last, ACCOUNTS_AT_ONCE);
    for (const accountId of accounts) {
      for await (const rows of everyOwnedRow(db, 'upload', accountId, UPLOADS_AT_ONCE)) {
        yield* rows.filter(({ state }) => state === 'ready');
      }
    }
    if (accounts.length < ACCOUNTS_AT_ONCE) return;
    last = accounts.at(-1)!;
  }
}

function faultOf({ bytes, sha256 }: RecordedFile, found: FoundFile | undefined): string | undefined {
  if (!found) return 'is missing';
  if ('fault' in found) return found.fault;
  if (found.bytes !== bytes) return `has ${found.bytes} bytes instead of ${bytes}`;
  return found.sha256 === undefined || found.sha256 === sha256 ? undefined : 'has other contents';
}

/** False if the upload was deleted since, and perhaps sent again. */
async function isUnchanged(db: Executor, { account_id, id, files }: UploadRow): Promise<boolean> {
  const upload = await findUpload(db, account_id, id);
  return upload?.state === 'ready' && upload.files === files;
}
