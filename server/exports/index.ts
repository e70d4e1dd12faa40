// Exports of all data of an account: asked for here, made by a job.
import { ApiError } from '../../contract/errors.ts';
import type { Micros } from '../../contract/time.ts';
import type { Actor } from '../domain/accounts/actor.ts';
import { logActivity } from '../domain/activity/activity.ts';
import { readSignedToken, signToken } from '../domain/signed-tokens.ts';
import { exportFile } from '../domain/uploads/export-files.ts';
import type { OpenedFile } from '../files/file-storage.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { AccountExportRow } from '../storage/account-tables.ts';
import { findExport, insertExport } from '../storage/accounts/account-exports.ts';
import { holdAccountAsIs } from '../storage/accounts/accounts.ts';
import type { Store } from '../storage/store.ts';
import { EXPORT_PARTS, type ExportSources } from './contents.ts';
import { exportKind } from './jobs/make-export.ts';

export interface ExportOptions extends Pick<ExportSources, 'store' | 'files' | 'clock'> {
  jobs: JobQueue;
  secret(): Promise<string>;
}

export interface Exports {
  /**
   * Starts an export, or returns the one that is being made. An earlier archive is deleted. `through` is the store for a
   * write that checks more.
   */
  start(accountId: number, actor: Actor, through?: Store): Promise<AccountExportRow>;
  /** The token in the address of the archive. */
  tokenOf(row: Pick<AccountExportRow, 'account_id' | 'id'>): Promise<string>;
  /** Undefined if the token is not valid, or the archive is gone. */
  open(token: string): Promise<(OpenedFile & { createdAt: Micros }) | undefined>;
}

const PURPOSE = 'export';

export function createExports({ store, files, clock, jobs, secret }: ExportOptions): Exports {
  return {
    async tokenOf({ account_id, id }) {
      return signToken(await secret(), PURPOSE, [account_id, id]);
    },
    async start(accountId, actor, through = store) {
      const at = clock();
      const { row, before } = await through.write(accountId, async (tx) => {
        if (!(await holdAccountAsIs(tx, accountId))) throw new ApiError('unauthenticated');
        const before = await findExport(tx, accountId);
        if (before?.state === 'waiting' || before?.state === 'running') return { row: before };
        const [id] = await store.dialect.allocateIds(tx, 1);
        await insertExport(tx, accountId, { id: id!, created_at: at, total: EXPORT_PARTS });
        await jobs.enqueue(tx, exportKind, { payload: { exportId: id! }, accountId });
        const subject = { kind: 'account', id: accountId } as const;
        const message = 'An export of all data was started.';
        await logActivity(tx, store.dialect, accountId, actor, { type: 'data_exported', subject, message, at });
        return { row: (await findExport(tx, accountId))!, before };
      });
      if (before) await files.remove([exportFile(before)]);
      return row;
    },
    async open(token) {
      const [accountId, id] = readSignedToken(await secret(), PURPOSE, token) ?? [];
      const found = accountId === undefined ? undefined : await findExport(store.read, accountId);
      if (!found || found.id !== id || found.state !== 'ready' || found.expires_at! <= clock()) return undefined;
      const file = await files.read(exportFile(found));
      return file && { ...file, createdAt: found.created_at };
    },
  };
}
