// Every change to a page goes through here: one at a time for each account, so that two who edit at once are told apart
// and neither undoes what the other did. Before an edit ends, the page is held to the size that it may have.
import { Refusal } from '../../../contract/errors.ts';
import type { PageMeasure } from '../../../contract/page/size.ts';
import type { Micros } from '../../../contract/time.ts';
import { holdForEdit } from '../../storage/accounts/accounts.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Allowance } from '../plans/allowance.ts';
import { createSizeCheck } from './page-size.ts';

/** An edit under way: nobody else changes this account's page until it is done. */
export interface PageEdit {
  readonly store: Pick<Store, 'dialect'>;
  readonly tx: Executor;
  readonly accountId: number;
  readonly publicToken: string;
  readonly actor: Actor;
  readonly at: Micros;
  readonly allowance: Allowance;
}

export interface EditRequest {
  accountId: number;
  actor: Actor;
  at: Micros;
  measure: PageMeasure;
  /** How much the account may have. */
  allowance: Allowance;
  /** Looks at what is there once nobody else can change it, and throws where it is not what the caller has read. */
  precondition?: ((tx: Executor) => Promise<void>) | undefined;
  /** A deletion is never refused for the size of the page. */
  isDeletion?: boolean;
  /** The edit is checked like any other and then rolled back. */
  isDryRun?: boolean;
}

/** Opens the edit in a transaction of the account, and does the work in it. */
export type RunEdit = <T>(tx: Executor, work: (edit: PageEdit) => Promise<T>) => Promise<T>;

/** Rolls a dry run back, with what it came to. */
class DryRunDone extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('a dry run is over');
    this.result = result;
  }
}

/** `work` may be done twice; what the first time did is rolled back then. */
export async function editPage<T>(
  store: Store,
  request: EditRequest,
  work: (edit: PageEdit) => Promise<T>,
): Promise<T> {
  try {
    return await withEdit(store, request, (run) => store.write(request.accountId, (tx) => run(tx, work)));
  } catch (error) {
    if (error instanceof DryRunDone) return error.result as T;
    throw error;
  }
}

/** For callers with a transaction of their own, such as a creation that is to happen once. */
export async function withEdit<T>(
  store: Store,
  request: EditRequest,
  attempt: (run: RunEdit) => Promise<T>,
): Promise<T> {
  const size = createSizeCheck(request);
  return size.run(() =>
    attempt(async (tx, work) => {
      const edit = await beginEdit(store, tx, request);
      if (request.isDeletion) return work(edit);
      await size.before(tx);
      const result = await work(edit);
      await size.after(tx);
      if (request.isDryRun) throw new DryRunDone(result);
      return result;
    }),
  );
}

async function beginEdit(
  store: Store,
  tx: Executor,
  { accountId, actor, at, allowance, precondition }: EditRequest,
): Promise<PageEdit> {
  const account = await holdForEdit(tx, accountId, at);
  if (!account) throw new Refusal('unauthenticated');
  await precondition?.(tx);
  return { store, tx, accountId, publicToken: account.public_token, actor, at, allowance };
}
