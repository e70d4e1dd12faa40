// Every change to a page goes through here. Edits of one account are serialized, so that concurrent edits cannot overwrite
// each other. The first edit after a pause stores the page as a version. Before an edit ends, the page is checked against
// its size limit.
import { ApiError } from '../../../contract/errors.ts';
import type { PageMeasure } from '../../../contract/page/size.ts';
import type { Micros } from '../../../contract/time.ts';
import { holdForEdit } from '../../storage/accounts/accounts.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Quotas } from '../plans/quotas.ts';
import { createDueVersion, type DueVersion } from './history/due-version.ts';
import { createSizeCheck } from './page-size.ts';

/** A running edit. It holds the lock of the account's page. */
export interface PageEdit {
  readonly store: Pick<Store, 'dialect'>;
  readonly tx: Executor;
  readonly accountId: number;
  readonly publicToken: string;
  readonly actor: Actor;
  readonly at: Micros;
  readonly quotas: Quotas;
}

/** The part of an edit that only reads. A preview has it too, without a transaction. */
export type PageReader = Pick<PageEdit, 'tx' | 'accountId' | 'publicToken' | 'quotas'>;

export interface EditRequest {
  accountId: number;
  actor: Actor;
  at: Micros;
  measure: PageMeasure;
  /** The quotas of the account. */
  quotas: Quotas;
  /** A deletion is never rejected because of the page size. */
  isDeletion?: boolean;
  /** The edit is checked and then rolled back. */
  isDryRun?: boolean;
}

/** Rolls back a dry run, and carries its result. */
class DryRunDone extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('a dry run is over');
    this.result = result;
  }
}

/** May run `work` twice; the first run is then rolled back. */
export async function editPage<T>(
  store: Store,
  request: EditRequest,
  work: (edit: PageEdit) => Promise<T>,
): Promise<T> {
  const size = createSizeCheck(request);
  const version = createDueVersion(store, request);
  const attempt = () =>
    store.write(request.accountId, async (tx) => {
      const edit = await beginEdit(store, tx, request, version);
      if (request.isDeletion) return work(edit);
      await size.before(tx);
      const result = await work(edit);
      await size.after(tx);
      if (request.isDryRun) throw new DryRunDone(result);
      return result;
    });
  try {
    return await version.run(() => size.run(attempt));
  } catch (error) {
    if (error instanceof DryRunDone) return error.result as T;
    throw error;
  }
}

async function beginEdit(
  store: Store,
  tx: Executor,
  { accountId, actor, at, quotas }: EditRequest,
  version: DueVersion,
): Promise<PageEdit> {
  await version.put(tx);
  const account = await holdForEdit(tx, accountId, at);
  if (!account) throw new ApiError('unauthenticated');
  return { store, tx, accountId, publicToken: account.public_token, actor, at, quotas };
}
