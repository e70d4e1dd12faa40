// API keys that somebody who is signed in makes. A mail tells the owner of the account.
import type { Store } from '../../storage/store.ts';
import type { Actor } from '../accounts/actor.ts';
import { heldAccount } from '../accounts/held-account.ts';
import { createKey, type KeyRequest, type NewKey } from '../accounts/keys.ts';
import type { Allowance } from '../plans/allowance.ts';
import type { SignIn } from './index.ts';
import { type Notice, prepareNotice, sendNotice } from './recovery/notices.ts';
import { assertSignedIn } from './sessions/assert-signed-in.ts';
import type { SignedIn } from './sessions/reauthentication.ts';

/** `store` answers a repeated request with the key that exists, and writes nothing then. */
export async function createOwnKey(
  signIn: SignIn,
  store: Store,
  owner: SignedIn,
  { allowance, ...request }: KeyRequest & { allowance: Pick<Allowance, 'keys'> },
  actor: Actor,
): Promise<NewKey> {
  const { accountId } = owner;
  let notice: Notice | undefined;
  const within: NonNullable<Parameters<typeof createKey>[5]>['within'] = async (tx, since) => {
    await assertSignedIn(tx, owner);
    const account = await heldAccount(tx, accountId);
    notice = await prepareNotice(tx, signIn, account, { kind: 'key', since, name: request.name });
  };
  const created = await createKey(store, accountId, request, actor, signIn.clock(), { allowance, within });
  if (notice) await sendNotice(signIn, notice, actor);
  return created;
}
