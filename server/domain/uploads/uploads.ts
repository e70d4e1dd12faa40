// Adding and removing uploads. The row is created before its files and deleted after them, so that an interruption leaves
// no unknown files. `unused-uploads.ts` removes rows that are `coming` or `going` for too long.
import { hash } from 'node:crypto';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { MINUTE, type Micros } from '../../../contract/time.ts';
import type { FileStorage } from '../../files/file-storage.ts';
import { type Incoming, type Prepared, type PreparedFile, prepare, typeOf } from '../../files/incoming.ts';
import { holdAccount } from '../../storage/accounts/accounts.ts';
import {
  changeUploads,
  deleteGoingUpload,
  findUpload,
  findUploadOf,
  insertUpload,
  type RecordedFile,
  uploadTotals,
} from '../../storage/page/uploads.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor, UploadRow } from '../../storage/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { logActivity } from '../activity/activity.ts';
import type { Quotas } from '../plans/quotas.ts';
import { usesOfUploads } from './upload-uses.ts';

export interface UploadServices {
  store: Store;
  files: FileStorage;
}

export interface UploadRequest {
  accountId: number;
  actor: Actor;
  at: Micros;
  quotas: Quotas;
}

/** After this time, a process that stores or removes files has finished or failed. */
export const LEASE: Micros = 15 * MINUTE;

export const noSuchUpload = () => new ApiError('not_found', 'This account has no such upload.');

/** Stores the file as an upload, or returns the existing one: the same bytes are the same upload. */
export async function takeUpload(
  { store, files }: UploadServices,
  request: UploadRequest,
  incoming: Incoming,
  name: string,
): Promise<UploadRow> {
  const { accountId, at, quotas } = request;
  const known = await findUploadOf(store.read, accountId, incoming.digest);
  // Do not process a picture that exists. Whether it still exists is checked again below.
  const isKnown = known?.state === 'ready' && (await renew(store, known, at));
  if (isKnown) return known;

  const prepared = await prepare(accountId, incoming);
  const upload = await holding(store, accountId, async (tx) => {
    const draft = { ...describe(incoming, prepared, name), created_at: at, used_at: at };
    return begin(store, tx, accountId, draft, quotas);
  });
  if (upload.state === 'ready') return upload;
  try {
    for (const { file, content } of prepared.files) await files.put(folderOf(upload) + file, content, typeOf(file));
    return await holding(store, accountId, (tx) => finish(store, tx, upload, request));
  } catch (error) {
    // If the cleanup fails, `unused-uploads.ts` does it later.
    await giveUp({ store, files }, upload, at).catch(() => {});
    throw error;
  }
}

/** False if it is being removed. */
async function renew(store: Store, { account_id, id }: UploadRow, at: Micros): Promise<boolean> {
  return holding(store, account_id, async (tx) => {
    return (await changeUploads(tx, account_id, [id], 'ready', { used_at: at })) > 0;
  });
}

function describe({ digest }: Incoming, { kind, width, height, files: prepared }: Prepared, name: string) {
  const [{ file }] = prepared;
  const recorded = prepared.map(({ file, content }) => recordOf(file, content, digest));
  const bytes = recorded.reduce((sum, each) => sum + each.bytes, 0);
  const files = JSON.stringify(recorded);
  return { digest, kind, name, type: typeOf(file), file, width, height, bytes, files, state: 'coming' as const };
}

/** A file on disk is stored as it arrived, so that its digest is that of the upload. */
function recordOf(file: string, content: PreparedFile['content'], digest: string): RecordedFile {
  if ('bytes' in content) return { file, bytes: content.bytes, sha256: digest };
  return { file, bytes: content.length, sha256: hash('sha256', content) };
}

async function begin(
  store: Pick<Store, 'dialect'>,
  tx: Executor,
  accountId: number,
  draft: Omit<UploadRow, 'account_id' | 'id'>,
  quotas: Quotas,
): Promise<UploadRow> {
  const known = await findUploadOf(tx, accountId, draft.digest);
  if (known && known.state !== 'going') {
    await changeUploads(tx, accountId, [known.id], known.state, { used_at: draft.used_at });
    return known;
  }
  if (known) {
    if (known.used_at > draft.used_at - LEASE) {
      throw new ApiError('unavailable', 'This file is being removed; send it again shortly.');
    }
    await deleteGoingUpload(tx, accountId, known.id);
  }
  const { count, bytes } = await uploadTotals(tx, accountId);
  if (count >= quotas.uploads) {
    throw invalid({ file: [`An account may have at most ${quotas.uploads} uploads; delete some first.`] });
  }
  if (bytes + draft.bytes > quotas.uploadBytes) {
    const megabytes = (amount: number) => Math.ceil(amount / 100_000) / 10;
    const sentence = `All uploads together may have at most ${megabytes(quotas.uploadBytes)} MB; this file has ${megabytes(draft.bytes)} MB, the others have ${megabytes(bytes)} MB. Delete some first.`;
    throw invalid({ file: [sentence] });
  }
  const [id] = await store.dialect.allocateIds(tx, 1);
  await insertUpload(tx, accountId, { id: id!, ...draft });
  return { account_id: accountId, id: id!, ...draft };
}

async function finish(store: Store, tx: Executor, upload: UploadRow, request: UploadRequest): Promise<UploadRow> {
  const { account_id, id, name } = upload;
  const { actor, at } = request;
  if ((await changeUploads(tx, account_id, [id], 'coming', { state: 'ready', used_at: at })) > 0) {
    const subject = { kind: 'upload', id } as const;
    const message = `"${name}" was uploaded.`;
    await logActivity(tx, store.dialect, account_id, actor, { type: 'upload_created', subject, message, at });
    return { ...upload, state: 'ready', used_at: at };
  }
  // A concurrent upload of the same file was faster, or the lease ran out.
  const now = await findUpload(tx, account_id, id);
  if (now?.state !== 'ready') throw new ApiError('unavailable', 'Storing this file took too long; send it again.');
  return now;
}

async function giveUp(services: UploadServices, upload: UploadRow, at: Micros): Promise<void> {
  const { account_id, id } = upload;
  const isOurs = await services.store.write(account_id, async (tx) => {
    // The account was deleted meanwhile, and nobody else knows of these files.
    if (!(await holdAccount(tx, account_id))) return true;
    return (await changeUploads(tx, account_id, [id], 'coming', { state: 'going', used_at: at })) > 0;
  });
  if (isOurs) await discard(services, upload);
}

/** Rejected if the upload is in use. Its files are removed at once, or later if that fails. */
export async function removeUpload(
  services: UploadServices,
  { accountId, actor, at }: Omit<UploadRequest, 'quotas'>,
  uploadId: number,
): Promise<void> {
  const { store } = services;
  const upload = await holding(store, accountId, async (tx) => {
    const found = await findUpload(tx, accountId, uploadId);
    if (found?.state !== 'ready') throw noSuchUpload();
    const uses = (await usesOfUploads(tx, accountId)).get(found.digest);
    if (uses) throw invalid({ id: [`The upload is used by ${formatUses(uses)}; remove it there first.`] });
    await changeUploads(tx, accountId, [uploadId], 'ready', { state: 'going', used_at: at });
    const subject = { kind: 'upload', id: uploadId } as const;
    const message = `"${found.name}" was deleted from the uploads.`;
    await logActivity(tx, store.dialect, accountId, actor, { type: 'upload_deleted', subject, message, at });
    return found;
  });
  await discard(services, upload).catch(() => {});
}

const MAX_USES = 5;

function formatUses(uses: readonly string[]): string {
  const more = uses.length - MAX_USES;
  return [...uses.slice(0, MAX_USES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Removes the files of a `going` upload, then its row. */
export async function discard({ store, files }: UploadServices, upload: UploadRow): Promise<void> {
  await emptyFolder(files, folderOf(upload));
  await store.write(upload.account_id, (tx) => deleteGoingUpload(tx, upload.account_id, upload.id));
}

export async function emptyFolder(files: FileStorage, folder: string): Promise<void> {
  for (;;) {
    const names = (await files.list(folder)).map(({ name }) => name);
    if (names.length === 0) return;
    await files.remove(names);
  }
}

export function folderOf({ digest, account_id }: Pick<UploadRow, 'digest' | 'account_id'>): string {
  return `${digest}/${account_id}/`;
}

/** Locks the page during `work`, so that no edit can start to refer to a removed upload. */
function holding<T>(store: Store, accountId: number, work: (tx: Executor) => Promise<T>): Promise<T> {
  return store.write(accountId, async (tx) => {
    if (!(await holdAccount(tx, accountId))) throw new ApiError('unauthenticated');
    return work(tx);
  });
}
