// What a sign-in with the provider changes in an account, with the mails about it.
import { deletePasswordFrom } from '../../../storage/people/credentials.ts';
import { findIdentity, insertIdentity } from '../../../storage/people/identities.ts';
import { findPerson } from '../../../storage/people/people.ts';
import type { IdentityRow, PersonRow } from '../../../storage/people-tables.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { HeldAccount } from '../../accounts/held-account.ts';
import { proveAddress, recover } from '../../accounts/recovery.ts';
import type { SignIn } from '../index.ts';
import { notify } from '../recovery/notices.ts';
import { mailRecovered } from '../recovery/recovered.ts';
import { logSecurity } from '../sessions/security-change.ts';
import { noLongerValid } from '../sessions/start-session.ts';

export type Subject = Pick<IdentityRow, 'issuer' | 'subject'>;

/** From now on, the provider can sign in to this account. */
export async function linkIdentity(
  tx: Executor,
  signIn: SignIn,
  account: HeldAccount,
  { issuer, subject }: Subject,
  actor: Actor,
  { isNew = false } = {},
): Promise<void> {
  const { store, clock, provider } = signIn;
  const { account_id: accountId, person_id } = account;
  const { name } = provider!;
  const [id] = await store.dialect.allocateIds(tx, 1);
  await insertIdentity(tx, { id: id!, person_id, issuer, subject, created_at: clock() });
  const event = { type: 'provider_linked', message: `Sign-in with ${name} was linked.` } as const;
  await logSecurity(tx, signIn, accountId, actor, event);
  if (!isNew) await notify(tx, signIn, account, { kind: 'identity', since: id!, name }, actor);
}

/** `account` is held if somebody may have to be linked to it. */
export async function assertLinked(
  tx: Executor,
  signIn: SignIn,
  { person, account }: { person: PersonRow; account: HeldAccount | undefined },
  who: Subject,
  actor: Actor,
): Promise<void> {
  const found = await findIdentity(tx, who);
  if (found?.person_id === person.person_id) return;
  if (found || !account) throw noLongerValid();
  await linkIdentity(tx, signIn, account, who, actor);
}

/** The provider has verified the address, which nobody has proven here: the password may be somebody else's too. */
export async function recoverUnproven(
  tx: Executor,
  signIn: SignIn,
  held: HeldAccount,
  actor: Actor,
): Promise<HeldAccount> {
  const { store, clock } = signIn;
  const { account_id: accountId } = held;
  await deletePasswordFrom(tx, accountId, 0);
  const account = await proveAddress(tx, store.dialect, held);
  const recovery = { account, through: account.address_id, actor, at: clock() };
  const { removed } = await recover(tx, store.dialect, recovery);
  const recovered = { ...account, ...(await findPerson(tx, accountId))! };
  await mailRecovered(tx, signIn, recovered, removed, actor);
  return recovered;
}
