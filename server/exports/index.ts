// Exports of all data of an account. At most two are made at a time in an installation, whatever the number of processes:
// an export is claimed in the store, and its claim is renewed while it is made. If its process ends, another one begins
// it again when the claim has expired.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../contract/errors.ts';
import { DAY, MINUTE, type Micros } from '../../contract/time.ts';
import type { Actor } from '../domain/accounts/actor.ts';
import { logActivity } from '../domain/activity/activity.ts';
import { readSignedToken, signToken } from '../domain/signed-tokens.ts';
import { exportFile } from '../domain/uploads/export-files.ts';
import type { OpenedFile } from '../files/file-storage.ts';
import type { AccountExportRow } from '../storage/account-tables.ts';
import {
  countAllRunning,
  deleteExport,
  findExport,
  insertExport,
  listAllExpiredExports,
  nextOfAllExports,
  updateExport,
} from '../storage/accounts/account-exports.ts';
import { holdAccountAsIs } from '../storage/accounts/accounts.ts';
import type { Store } from '../storage/store.ts';
import { writeArchive } from './archive.ts';
import { EXPORT_PARTS, type ExportSources, exportedFiles } from './contents.ts';

export interface ExportOptions extends ExportSources {
  secret(): Promise<string>;
  logger: { error(details: object, message: string): void };
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
  /** Begins waiting exports and deletes expired ones. */
  upkeep(): Promise<void>;
  /** Resolves once this process makes none. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const MAX_RUNNING = 2;
const MAX_ATTEMPTS = 3;
const CLAIM: Micros = 3 * MINUTE;
const RENEWED_EVERY_MS = 30_000;
const LIFE: Micros = 7 * DAY;
const EXPIRED_AT_ONCE = 50;
const LOCK = 'exports';
const PURPOSE = 'export';

export function createExports(options: ExportOptions): Exports {
  const { store, files, clock, logger } = options;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Under a lock, so that the installation never has more than two. */
  function claimNext(): Promise<AccountExportRow | undefined> {
    return store.writeUncached(async (tx) => {
      await store.dialect.lock(tx, LOCK);
      const now = clock();
      if ((await countAllRunning(tx, now)) >= MAX_RUNNING) return undefined;
      const next = await nextOfAllExports(tx, now);
      if (!next) return undefined;
      const attempts = next.attempts + 1;
      const claimed = { state: 'running', attempts, done: 0, claimed_until: now + CLAIM } as const;
      await updateExport(tx, next.account_id, next.id, claimed);
      return { ...next, ...claimed };
    });
  }

  async function beginWaiting(): Promise<void> {
    while (!signal.aborted) {
      const next = await claimNext();
      if (!next) return;
      track(make(next).then(beginWaiting));
    }
  }

  /** Nobody waits for it, except a stop. */
  function track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        if (!signal.aborted) logger.error({ err: error }, 'Could not make an export');
      })
      .finally(() => running.delete(tracked));
    running.add(tracked);
  }

  async function make(row: AccountExportRow): Promise<void> {
    const { account_id: accountId, id } = row;
    const note = (values: Parameters<typeof updateExport>[3]) =>
      store.writeUncached((tx) => updateExport(tx, accountId, id, values));
    const path = join(await files.staging(), `export-${randomBytes(8).toString('hex')}`);
    const renewal = setInterval(() => {
      note({ claimed_until: clock() + CLAIM }).catch(() => {});
    }, RENEWED_EVERY_MS).unref();
    try {
      const contents = exportedFiles(options, accountId, async (done) => {
        if (signal.aborted || !(await note({ done, claimed_until: clock() + CLAIM })))
          throw new Error('Export stopped');
      });
      const bytes = await writeArchive(path, `${path}.part`, contents, { at: new Date(clock() / 1000), signal });
      await files.put(exportFile(row), { path, bytes }, 'application/gzip');
      const at = clock();
      const ready = { state: 'ready', done: EXPORT_PARTS, bytes, claimed_until: null, finished_at: at } as const;
      // The account may have been deleted meanwhile.
      if (!(await note({ ...ready, expires_at: at + LIFE }))) await files.remove([exportFile(row)]);
    } catch (error) {
      // Without this, it would be begun again only when the claim has expired.
      const state = signal.aborted || row.attempts < MAX_ATTEMPTS ? 'waiting' : 'failed';
      const attempts = signal.aborted ? row.attempts - 1 : row.attempts;
      await note({ state, attempts, claimed_until: null, finished_at: state === 'failed' ? clock() : null });
      throw error;
    } finally {
      clearInterval(renewal);
      await rm(path, { force: true });
    }
  }

  async function removeExpired(): Promise<void> {
    for (const row of await listAllExpiredExports(store.read, clock(), EXPIRED_AT_ONCE)) {
      await files.remove([exportFile(row)]);
      await store.writeUncached((tx) => deleteExport(tx, row.account_id, row.id));
    }
  }

  async function tokenOf({ account_id, id }: Pick<AccountExportRow, 'account_id' | 'id'>): Promise<string> {
    return signToken(await options.secret(), PURPOSE, [account_id, id]);
  }

  return {
    tokenOf,
    async start(accountId, actor, through = store) {
      const at = clock();
      const { row, before } = await through.write(accountId, async (tx) => {
        if (!(await holdAccountAsIs(tx, accountId))) throw new ApiError('unauthenticated');
        const before = await findExport(tx, accountId);
        if (before?.state === 'waiting' || before?.state === 'running') return { row: before };
        const [id] = await store.dialect.allocateIds(tx, 1);
        await insertExport(tx, accountId, { id: id!, created_at: at, total: EXPORT_PARTS });
        const subject = { kind: 'account', id: accountId } as const;
        const message = 'An export of all data was started.';
        await logActivity(tx, store.dialect, accountId, actor, { type: 'data_exported', subject, message, at });
        return { row: (await findExport(tx, accountId))!, before };
      });
      if (before) await files.remove([exportFile(before)]);
      track(beginWaiting());
      return row;
    },
    async open(token) {
      const [accountId, id] = readSignedToken(await options.secret(), PURPOSE, token) ?? [];
      const found = accountId === undefined ? undefined : await findExport(store.read, accountId);
      if (!found || found.id !== id || found.state !== 'ready' || found.expires_at! <= clock()) return undefined;
      const file = await files.read(exportFile(found));
      return file && { ...file, createdAt: found.created_at };
    },
    async upkeep() {
      await removeExpired();
      await beginWaiting();
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
