// A new password for somebody who forgot theirs. The answer does not reveal whether an account has the address.
import { invalid } from '../../../../contract/errors.ts';
import { HOUR } from '../../../../contract/time.ts';
import { findAccount } from '../../../storage/accounts/accounts.ts';
import { findPasswordHash } from '../../../storage/people/credentials.ts';
import { findPersonByEmail, holdPerson } from '../../../storage/people/people.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import { type HeldAccount, heldAccount } from '../../accounts/held-account.ts';
import { proveAddress, recover } from '../../accounts/recovery.ts';
import { suspended } from '../../accounts/suspension.ts';
import type { SignIn } from '../index.ts';
import { mailLink, mailNotice } from '../mails/send.ts';
import { removedItems } from '../recovery/recovered.ts';
import { placeOf } from '../sign-in-record.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { perNetwork } from '../throttle.ts';
import { invalidLink, issueToken, passwordState, readToken, spendToken } from '../tokens.ts';
import { storePassword } from './password-change.ts';
import { passwordProblem } from './password-rules.ts';

const FREE_PER_NETWORK = 10;
const FREE_PER_ADDRESS = 3;
const LINK_LIFE = HOUR;

export async function requestReset(signIn: SignIn, email: string, { networks, actor }: SignInRequest): Promise<void> {
  const address = email.toLowerCase();
  // Every request counts, to limit how many messages are sent.
  await signIn.throttle.begin([
    { key: `recover address ${address}`, free: FREE_PER_ADDRESS },
    ...perNetwork('recover', networks, FREE_PER_NETWORK),
  ]);
  // Not awaited: the response time must not reveal whether there is an account. After a failure, people can ask again.
  sendLink(signIn, address, actor).catch(() => {});
}

async function sendLink(signIn: SignIn, email: string, actor: Actor): Promise<void> {
  const { store } = signIn;
  const found = await findPersonByEmail(store.read, email);
  if (!found) return;
  await store.writeUncached(async (tx) => {
    const person = await holdPerson(tx, found.person_id);
    if (person?.email !== email || person.is_active !== 1) return;
    const { person_id: accountId, generation, address_id: addressId } = person;
    const contents = { addressId, state: passwordState(await findPasswordHash(tx, accountId)) };
    const link = { to: email, owner: { accountId, generation }, contents, life: LINK_LIFE, details: {} };
    await mailLink(tx, signIn, 'reset-password', link, actor);
  });
}

/** For somebody who has just shown that the address of the account is theirs. */
export async function issueResetToken(
  tx: Executor,
  signIn: SignIn,
  { account_id: accountId, generation, address_id: addressId }: HeldAccount,
): Promise<string> {
  const state = passwordState(await findPasswordHash(tx, accountId));
  return issueToken(tx, signIn, 'reset-password', { accountId, generation }, { addressId, state }, LINK_LIFE);
}

/** Recovers the account: the link arrived by mail, so the address is proven too. */
export async function resetPassword(
  signIn: SignIn,
  token: string,
  password: string,
  request: SignInRequest,
): Promise<void> {
  const { actor } = request;
  const { store, clock } = signIn;
  const { accountId, addressId, state } = await readToken(signIn, 'reset-password', token);
  const account = await findAccount(store.read, accountId);
  if (!account) throw invalidLink();
  if (account.is_active !== 1) throw suspended(account.suspension_reason);
  const problem = passwordProblem(password, [account.username, account.email]);
  if (problem) throw invalid({ password: [problem] });
  const passwordHash = await signIn.passwords.hash(password, { ...request, accountId });
  const at = clock();
  await store.write(accountId, async (tx) => {
    const held = await heldAccount(tx, accountId, invalidLink);
    if (held.address_id !== addressId) throw invalidLink();
    if (passwordState(await findPasswordHash(tx, accountId)) !== state) throw invalidLink();
    await spendToken(tx, 'reset-password', token);
    await storePassword(tx, signIn, accountId, passwordHash, actor);
    const proven = await proveAddress(tx, store.dialect, held);
    const recovery = { account: proven, through: addressId, actor, at };
    const { generation, removed } = await recover(tx, store.dialect, recovery);
    const details = { generation, place: placeOf(actor, at), ...removedItems(signIn, removed) };
    await mailNotice(tx, signIn, 'password-reset', { accountId, to: held.email, details }, actor);
  });
}
