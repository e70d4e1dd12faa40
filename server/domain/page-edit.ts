// Every change to a page goes through here: one at a time for each account, so that two who edit at once are told apart
// and neither undoes what the other did.
import { Refusal } from '../../contract/errors.ts';
import type { Micros } from '../../contract/time.ts';
import { updateAccount } from '../storage/accounts.ts';
import type { Store } from '../storage/store.ts';
import type { Executor } from '../storage/tables.ts';
import type { Actor } from './actor.ts';

/** An edit under way: nobody else changes this account's page until it is done. */
export interface PageEdit {
  readonly store: Pick<Store, 'dialect'>;
  readonly tx: Executor;
  readonly accountId: number;
  readonly actor: Actor;
  readonly at: Micros;
}

export interface EditRequest {
  accountId: number;
  actor: Actor;
  at: Micros;
  /** Looks at what is there once nobody else can change it, and throws where it is not what the caller has read. */
  precondition?: ((tx: Executor) => Promise<void>) | undefined;
}

export function editPage<T>(store: Store, request: EditRequest, work: (edit: PageEdit) => Promise<T>): Promise<T> {
  return store.write(request.accountId, async (tx) => work(await beginEdit(store, tx, request)));
}

/** For whoever has a transaction already, such as a creation that is to happen once. */
export async function beginEdit(
  store: Store,
  tx: Executor,
  { accountId, actor, at, precondition }: EditRequest,
): Promise<PageEdit> {
  // Also takes the account's row for itself until the transaction ends.
  const isThere = await updateAccount(tx, accountId, { updated_at: at });
  if (!isThere) throw new Refusal('unauthenticated');
  await precondition?.(tx);
  return { store, tx, accountId, actor, at };
}
