// The first edit after a pause stores the page as it was before. The page is read before the edit's transaction, to keep
// that short, and stored in it if the page has not changed in between.
import { MINUTE, type Micros } from '../../../../contract/time.ts';
import { holdAccountAsIs, lastChangeOf } from '../../../storage/accounts/accounts.ts';
import type { Store } from '../../../storage/store.ts';
import type { Executor } from '../../../storage/tables.ts';
import { storedPage } from '../../import/document/stored/page.ts';
import { type NewVersion, packVersion, putVersion } from './page-version.ts';

const PAUSE: Micros = 5 * MINUTE;

export interface DueVersion {
  /** Runs an edit, and again if the page that was read is outdated. Each run calls `put`. */
  run<T>(attempt: () => Promise<T>): Promise<T>;
  /** Call it before the edit changes anything. */
  put(tx: Executor): Promise<void>;
}

class Outdated extends Error {}

export function createDueVersion(
  store: Store,
  { accountId, at, isDryRun }: { accountId: number; at: Micros; isDryRun?: boolean | undefined },
): DueVersion {
  let version: NewVersion | undefined;
  const isAfterPause = (changedAt: Micros) => at - changedAt >= PAUSE;

  async function readIfDue(): Promise<void> {
    version = undefined;
    const changedAt = isDryRun ? undefined : await lastChangeOf(store.read, accountId);
    if (changedAt === undefined || !isAfterPause(changedAt)) return;
    const page = await storedPage(store.read, accountId);
    // Another edit may have been committed since, and has stored a version then.
    if (page && isAfterPause(page.account.updated_at)) version = await packVersion(page, at);
  }

  return {
    async run(attempt) {
      for (;;) {
        await readIfDue();
        try {
          return await attempt();
        } catch (error) {
          if (!(error instanceof Outdated)) throw error;
        }
      }
    },
    async put(tx) {
      if (!version || !(await holdAccountAsIs(tx, accountId))) return;
      // Every edit changes this time. The other edit has stored a version then, and the next attempt needs none.
      if ((await lastChangeOf(tx, accountId)) !== version.changed_at) throw new Outdated();
      const [id] = await store.dialect.allocateIds(tx, 1);
      await putVersion(tx, accountId, { id: id!, ...version });
    },
  };
}
