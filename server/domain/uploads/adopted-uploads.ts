// Copies an upload of another account to an account whose imported page refers to it. References contain the digest of a
// public file: a caller that knows it has seen the file. It is copied, so that each account owns its files.
import { Refusal } from '../../../contract/errors.ts';
import { copyWithin } from '../../files/copying.ts';
import { MAX_LISTED, type Vault } from '../../files/vault.ts';
import { readPublicAccount } from '../../storage/accounts/account-tokens.ts';
import { findUploadOf } from '../../storage/page/uploads.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor, UploadRow } from '../../storage/tables.ts';
import { begin, finish, folderOf, giveUp, holding, type UploadRequest, type UploadServices } from './uploads.ts';

/** Enough candidates that at least one still has the file when it is copied. */
const MAX_HOLDERS = 10;

/** What a search for uploads needs. */
export interface UploadReading {
  store: Pick<Store, 'read'>;
  files: Vault;
}

/** The same upload of another account, if any has it. */
export async function findElsewhere(
  { store, files }: UploadReading,
  accountId: number,
  digest: string,
): Promise<UploadRow | undefined> {
  for (const holder of (await holdersOf(files, digest)).slice(0, MAX_HOLDERS)) {
    if (holder === accountId) continue;
    const upload = await findUploadOf(store.read, holder, digest);
    // Files of suspended accounts are not public.
    if (upload?.state === 'ready' && (await readPublicAccount(store.read, holder))?.isActive) return upload;
  }
  return undefined;
}

async function holdersOf(files: Vault, digest: string): Promise<number[]> {
  const names = (await files.list(`${digest}/`)).map(({ name }) => name);
  return [...new Set(names.map((name) => Number(name.split('/')[1])))];
}

/** Adds only the row, within the quota: for dry runs. */
export async function pretendUpload(
  store: Pick<Store, 'dialect'>,
  tx: Executor,
  { accountId, at, allowance }: UploadRequest,
  other: UploadRow,
): Promise<void> {
  await begin(store, tx, accountId, { ...draftOf(other, at), state: 'ready' }, allowance);
}

export async function adoptUpload(
  { store, files }: UploadServices,
  request: UploadRequest,
  other: UploadRow,
): Promise<void> {
  const { accountId, at, allowance } = request;
  const upload = await holding(store, accountId, (tx) => begin(store, tx, accountId, draftOf(other, at), allowance));
  if (upload.state === 'ready') return;
  try {
    const from = folderOf(other);
    const listed = await files.list(from);
    let copied = 0;
    for (const { name } of listed.slice(0, MAX_LISTED)) {
      if (await copyWithin(files, name, folderOf(upload) + name.slice(from.length))) copied += 1;
    }
    if (copied === 0 || copied < listed.length || !listed.some(({ name }) => name === from + other.file)) {
      throw new Refusal(
        'unavailable',
        'A file that the page refers to is being removed from another account; try again shortly.',
      );
    }
    await holding(store, accountId, (tx) => finish(store, tx, upload, request));
  } catch (error) {
    await giveUp({ store, files }, upload, at).catch(() => {});
    throw error;
  }
}

/** Without the file name, which is private to its owner. */
function draftOf({ digest, kind, type, file, width, height, bytes }: UploadRow, at: number) {
  const state = 'coming' as UploadRow['state'];
  return { digest, kind, name: file, type, file, width, height, bytes, state, created_at: at, used_at: at };
}
