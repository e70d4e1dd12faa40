import { MINUTE } from '../../../contract/time.ts';
import { exportFile } from '../../domain/uploads/export-files.ts';
import { defineRecurring, type Job } from '../../jobs/job.ts';
import { deleteExport, listAllExpiredExports } from '../../storage/accounts/account-exports.ts';
import type { ExportSources } from '../contents.ts';

const AT_ONCE = 50;

/** Deletes archives whose time is over. */
export function deleteExpiredExports({ store, files, clock }: ExportSources): Job {
  return defineRecurring({
    name: 'expired-exports',
    every: MINUTE,
    async run({ signal }) {
      for (const row of await listAllExpiredExports(store.read, clock(), AT_ONCE)) {
        signal.throwIfAborted();
        await files.remove([exportFile(row)]);
        await store.writeUncached((tx) => deleteExport(tx, row.account_id, row.id));
      }
    },
  });
}
