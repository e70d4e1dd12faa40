// Makes the archive of an export. Its row says how far it is.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { DAY, type Micros } from '../../../contract/time.ts';
import { exportFile } from '../../domain/uploads/export-files.ts';
import { type Attempt, defineJob, type Job, PermanentFailure } from '../../jobs/job.ts';
import type { AccountExportRow } from '../../storage/account-tables.ts';
import { findExport, updateExport } from '../../storage/accounts/account-exports.ts';
import { writeArchive } from '../archive.ts';
import { EXPORT_PARTS, type ExportSources, exportedFiles } from '../contents.ts';

export const exportKind = { name: 'make-export', payload: Type.Object({ exportId: Type.Integer() }) };

const MAX_ATTEMPTS = 3;
const LIFE: Micros = 7 * DAY;

export function makeExports(sources: ExportSources): Job {
  const { store, files, clock } = sources;

  /** Undefined if it is already ready, replaced or deleted. */
  async function wanted(accountId: number, exportId: number): Promise<AccountExportRow | undefined> {
    const row = await findExport(store.read, accountId);
    return row?.id === exportId && row.state !== 'ready' ? row : undefined;
  }

  /** Throws if another process has taken over the job: this one must not note anything. */
  function note(
    { account_id, id }: AccountExportRow,
    { holdIn }: Attempt,
    values: Parameters<typeof updateExport>[3],
  ): Promise<boolean> {
    return store.writeUncached(async (tx) => {
      const isThere = await updateExport(tx, account_id, id, values);
      await holdIn(tx);
      return isThere;
    });
  }

  async function make(row: AccountExportRow, attempt: Attempt): Promise<void> {
    const { signal, endIn } = attempt;
    const path = join(await files.staging(), `export-${randomBytes(8).toString('hex')}`);
    try {
      const contents = exportedFiles(sources, row.account_id, async (done) => {
        signal.throwIfAborted();
        if (!(await note(row, attempt, { done }))) throw new Error('The export is not wanted any more');
      });
      const bytes = await writeArchive(path, `${path}.part`, contents, { at: new Date(clock() / 1000), signal });
      await files.put(exportFile(row), { path, bytes }, 'application/gzip');
      const at = clock();
      await store.writeUncached(async (tx) => {
        // The job comes last, as in the transaction of an erasure.
        const ready = { state: 'ready', done: EXPORT_PARTS, bytes, finished_at: at, expires_at: at + LIFE } as const;
        await updateExport(tx, row.account_id, row.id, ready);
        await endIn(tx);
      });
    } finally {
      await rm(path, { force: true });
    }
  }

  async function run(accountId: number, exportId: number, attempt: Attempt): Promise<void> {
    const row = await wanted(accountId, exportId);
    if (!row) return;
    const { number, signal } = attempt;
    const giveUp = async (cause: unknown) => {
      await note(row, attempt, { state: 'failed', finished_at: clock() });
      throw new PermanentFailure('An export could not be made', { cause });
    };
    if (number > MAX_ATTEMPTS) return giveUp('Its process ended whenever it was made');
    await note(row, attempt, { state: 'running', done: 0, finished_at: null });
    try {
      await make(row, attempt);
    } catch (error) {
      if (!(await wanted(accountId, exportId))) return;
      if (signal.aborted || number < MAX_ATTEMPTS) {
        await note(row, attempt, { state: 'waiting' });
        throw error;
      }
      await giveUp(error);
    } finally {
      // The account may have been deleted meanwhile, or the export replaced.
      if ((await findExport(store.read, accountId))?.id !== exportId) await files.remove([exportFile(row)]);
    }
  }

  return defineJob({
    ...exportKind,
    // If all attempts ended with their processes, one more notes that.
    maxAttempts: MAX_ATTEMPTS + 1,
    concurrency: 2,
    run: ({ exportId }, attempt) => run(attempt.accountId!, exportId, attempt),
  });
}
