// What a callback of the provider changes in an account, with the mails about it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { accessKinds, removeAccess } from '../../../storage/accounts/access.ts';
import { deletePasswordFrom } from '../../../storage/accounts/credentials.ts';
import type { Actor } from '../../accounts/actor.ts';
import { heldAccount } from '../../accounts/held-account.ts';
import { proveAddress, recover } from '../../accounts/recovery.ts';
import { logActivity } from '../../activity/activity.ts';
import type { SignInContext } from '../context.ts';
import { notify } from '../recovery/notices.ts';
import { mailRecovered } from '../recovery/recovered.ts';

export interface Callback {
  /** Who sent the request. */
  actor: Actor;
  /** True if an account was created. */
  isNew: boolean;
  /** Of the account, when it was found. */
  generation: number;
  signIn: SignInContext;
}

/** The current callback request. better-auth does not pass it to the functions that it calls. */
export const currentCallback = new AsyncLocalStorage<Callback>();

type Context = Pick<SignInContext, 'store' | 'clock'>;

/** The provider has verified the address, which nobody has proven here: the password may be somebody else's too. */
export async function recoverUnproven({ store, clock }: Context, accountId: number, email: string): Promise<void> {
  const callback = currentCallback.getStore()!;
  const { actor } = callback;
  const at = clock();
  await store.write(accountId, async (tx) => {
    const held = await heldAccount(tx, accountId);
    callback.generation = held.generation;
    if (held.provenId !== null || held.email !== email) return;
    await deletePasswordFrom(tx, accountId, 0);
    const account = await proveAddress(tx, store.dialect, held, at);
    const recovery = { account, through: account.addressId, actor, at };
    const { generation, removed } = await recover(tx, store.dialect, recovery);
    callback.generation = generation;
    await mailRecovered(tx, callback.signIn, { ...account, generation }, removed, actor);
  });
}

/** From now on, the provider can sign in to this account. Returns false, and removes it, if a recovery came first. */
export async function recordLink(
  { store, clock, name }: Context & { name: string },
  { accountId, id }: { accountId: number; id: number },
): Promise<boolean> {
  const callback = currentCallback.getStore()!;
  return store.write(accountId, async (tx) => {
    const account = await heldAccount(tx, accountId);
    const at = clock();
    if (account.generation !== callback.generation) {
      const range = { from: id, through: id };
      await removeAccess(tx, store.dialect, accountId, { kinds: accessKinds, range, at });
      return false;
    }
    const subject = { kind: 'account', id: accountId } as const;
    const event = { type: 'provider_linked', subject, message: `Sign-in with ${name} was linked.`, at } as const;
    await logActivity(tx, store.dialect, accountId, callback.actor, event);
    if (!callback.isNew) {
      await notify(tx, callback.signIn, account, { kind: 'identity', since: id, name }, callback.actor);
    }
    return true;
  });
}
