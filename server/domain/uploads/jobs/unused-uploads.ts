// Removes unused uploads, and files left by a crash or a deleted account. Each step is idempotent: it can stop anywhere,
// and several processes can run it at once. While files are removed, their row is `going`, so that no page can start to
// refer to them and nobody can upload them again.
import { randomBytes } from 'node:crypto';
import { limits } from '../../../../contract/limits.ts';
import { DAY, HOUR, type Micros } from '../../../../contract/time.ts';
import { type FileAddress, fileName, type ListedFile, readFileName } from '../../../files/file-storage.ts';
import { type Attempt, defineRecurring, type Job } from '../../../jobs/job.ts';
import { findExport } from '../../../storage/accounts/account-exports.ts';
import { holdAccount } from '../../../storage/accounts/accounts.ts';
import { installationId } from '../../../storage/installation.ts';
import {
  accountsWithUploads,
  changeUploads,
  findUploadOf,
  insertUpload,
  uploadsToCheck,
} from '../../../storage/page/uploads.ts';
import type { Store } from '../../../storage/store.ts';
import type { Executor, UploadRow } from '../../../storage/tables.ts';
import type { Clock } from '../../../system/clock.ts';
import { EXPORT_FILE, exportFile } from '../export-files.ts';
import { keptUploads, usesOfUploads } from '../upload-uses.ts';
import { discard, emptyFolder, folderOf, LEASE, type UploadServices } from '../uploads.ts';

/** How often `used_at` is refreshed. Unused files are kept up to this much longer than promised. */
const NOTED_EVERY: Micros = 6 * HOUR;
const UNUSED: Micros = limits.uploadHoursUnused * HOUR + NOTED_EVERY;
const ACCOUNTS_AT_ONCE = 100;
const ACCOUNTS_ASKED = 10;
const NEVER: Micros = Number.MAX_SAFE_INTEGER;
/** Of a thousand files each. The next turn continues from there. */
const PAGES_PER_TURN = 20;

export function removeUnusedUploads(services: UploadServices, clock: Clock): Job {
  const { store, files } = services;
  // A random start: even with frequent restarts, every part of the file storage is visited.
  let after = randomBytes(32).toString('hex');

  async function run({ signal }: Attempt): Promise<void> {
    const failures: unknown[] = [];
    for (let last: number | undefined = 0; last !== undefined; ) {
      const accounts: number[] = await accountsWithUploads(store.read, last, ACCOUNTS_AT_ONCE);
      for (const accountId of accounts) {
        signal.throwIfAborted();
        // A failure of one account must not stop the cleanup of the others.
        await removeUnused(services, accountId, clock()).catch((error: unknown) => failures.push(error));
      }
      last = accounts.at(-1);
    }
    if (await isOurs(services)) await walkFiles(signal);
    if (failures.length > 0) throw failures[0];
  }

  /** Walks until it has reached the end twice: then it has visited every file, wherever it started. */
  async function walkFiles(signal: AbortSignal): Promise<void> {
    let ends = 0;
    for (let page = 0; page < PAGES_PER_TURN && ends < 2; page += 1) {
      signal.throwIfAborted();
      const listed = await files.walk(after);
      await removeLeftovers(services, listed, clock());
      after = listed.at(-1)?.name ?? '';
      if (listed.length === 0) ends += 1;
    }
  }

  return defineRecurring({ name: 'unused-uploads', every: HOUR, run });
}

async function removeUnused(services: UploadServices, accountId: number, now: Micros): Promise<void> {
  const { store } = services;
  const before = { ready: now - NOTED_EVERY, others: now - LEASE };
  if ((await uploadsToCheck(store.read, accountId, before)).length === 0) return;
  // Read before the transaction, to keep that short. What was added since was in use until then, so it is not due.
  const kept = await keptUploads(store.read, accountId);
  const going = await store.write(accountId, async (tx) => {
    if (!(await holdAccount(tx, accountId))) return [];
    const rows = await uploadsToCheck(tx, accountId, before);
    const uses = await usesOfUploads(tx, accountId);
    const ready = rows.filter(({ state }) => state === 'ready');
    const isUsed = (digest: string) => uses.has(digest) || kept.has(digest);
    const used = ready.filter(({ digest }) => isUsed(digest));
    await change(tx, used, 'ready', { used_at: now });
    const unused = ready.filter(({ digest, used_at }) => !isUsed(digest) && used_at < now - UNUSED);
    const coming = rows.filter(({ state }) => state === 'coming');
    const left = rows.filter(({ state }) => state === 'going');
    await change(tx, unused, 'ready', { state: 'going', used_at: now });
    await change(tx, coming, 'coming', { state: 'going', used_at: now });
    await change(tx, left, 'going', { used_at: now });
    return [...unused, ...coming, ...left];
  });
  for (const upload of going) await discard(services, upload);
}

async function change(
  tx: Executor,
  rows: UploadRow[],
  state: UploadRow['state'],
  values: Partial<Pick<UploadRow, 'state' | 'used_at'>>,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await changeUploads(tx, rows[0]!.account_id, ids, state, values);
}

/**
 * Whether the file storage belongs to this database. With the files of another installation by mistake, it would delete
 * all of them as leftovers. The owner is recorded once the file storage has a file that the database knows.
 */
async function isOurs({ store, files }: UploadServices): Promise<boolean> {
  const id = await installationId(store.read);
  const owner = await files.owner();
  if (owner !== undefined) return owner === id;
  for (const accountId of await accountsWithUploads(store.read, 0, ACCOUNTS_ASKED)) {
    const rows = await uploadsToCheck(store.read, accountId, { ready: NEVER, others: 0 });
    const known = rows[0] && (await files.stat(folderOf(rows[0]) + rows[0].file));
    if (!known) continue;
    await files.noteOwner(id);
    return true;
  }
  return false;
}

/** Removes files without a row, once they are too old to be an upload in progress. */
async function removeLeftovers(services: UploadServices, listed: ListedFile[], now: Micros): Promise<void> {
  const addresses = new Map<string, FileAddress>();
  for (const { name, putAt } of listed) {
    const address = readFileName(name);
    if (address && putAt * 1000 < now - DAY) addresses.set(`${address.digest}/${address.accountId}/`, address);
  }
  for (const [folder, { digest, accountId, file }] of addresses) {
    const { store, files } = services;
    if (await findUploadOf(store.read, accountId, digest)) continue;
    if (await isExport(store, { digest, accountId, file })) continue;
    const left = await claim(store, accountId, digest, now);
    if (left === 'no account') await emptyFolder(files, folder);
    else if (left) await discard(services, left);
  }
}

/** The archive of an export that can still be downloaded. */
async function isExport({ read }: Store, address: FileAddress): Promise<boolean> {
  if (address.file !== EXPORT_FILE) return false;
  const row = await findExport(read, address.accountId);
  return row !== undefined && exportFile(row) === fileName(address);
}

/** Adds a temporary `going` row for files without one. A deleted account needs none: it cannot upload them again. */
async function claim(
  store: Store,
  accountId: number,
  digest: string,
  now: Micros,
): Promise<UploadRow | 'no account' | undefined> {
  return store.write(accountId, async (tx) => {
    if (!(await holdAccount(tx, accountId))) return 'no account';
    if (await findUploadOf(tx, accountId, digest)) return undefined;
    const [id] = await store.dialect.allocateIds(tx, 1);
    const row = {
      id: id!,
      digest,
      kind: 'file' as const,
      name: '',
      type: '',
      file: '',
      width: null,
      height: null,
      bytes: 0,
      files: '[]',
      state: 'going' as const,
      created_at: now,
      used_at: now,
    };
    await insertUpload(tx, accountId, row);
    return { account_id: accountId, ...row };
  });
}
