// API keys that somebody who is signed in makes. A mail tells the owner of the account.
import type { Actor } from '../accounts/actor.ts';
import { heldAccount } from '../accounts/held-account.ts';
import { createKey, type KeyRequest, type NewKey } from '../accounts/keys.ts';
import type { Quotas } from '../plans/quotas.ts';
import type { SignIn } from './index.ts';
import { limitChanges, notify } from './recovery/notices.ts';
import { assertSignedIn, type SignedIn } from './sessions/security-change.ts';

export async function createOwnKey(
  signIn: SignIn,
  owner: SignedIn,
  request: KeyRequest,
  actor: Actor,
  quotas: Pick<Quotas, 'keys'>,
): Promise<NewKey> {
  const { store, clock } = signIn;
  const { accountId } = owner;
  await limitChanges(signIn, accountId);
  return createKey(store, accountId, request, actor, clock(), {
    quotas,
    async within(tx, since) {
      await assertSignedIn(tx, owner);
      const account = await heldAccount(tx, accountId);
      await notify(tx, signIn, account, { kind: 'key', since, name: request.name }, actor);
    },
  });
}
