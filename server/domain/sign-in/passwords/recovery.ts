// A new password for somebody who forgot theirs. The answer does not reveal whether an account has the address.
import { invalid } from '../../../../contract/errors.ts';
import { HOUR } from '../../../../contract/time.ts';
import { resetMessage } from '../../../mail/messages.ts';
import { passwordResetMessage } from '../../../mail/security-messages.ts';
import { findAccount } from '../../../storage/accounts/accounts.ts';
import { findPasswordHash } from '../../../storage/accounts/credentials.ts';
import { findOwnerOf } from '../../../storage/accounts/ownership.ts';
import type { Executor } from '../../../storage/tables.ts';
import { mailLanguage } from '../../accounts/account-settings.ts';
import type { Actor } from '../../accounts/actor.ts';
import { type HeldAccount, heldAccount } from '../../accounts/held-account.ts';
import { proveAddress, recover } from '../../accounts/recovery.ts';
import { suspended } from '../../accounts/suspension.ts';
import type { SignIn } from '../index.ts';
import { removedItems } from '../recovery/recovered.ts';
import { placeOf } from '../sign-in-record.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { perNetwork } from '../throttle.ts';
import { invalidLink, issueToken, issueTokenIn, readToken, spendToken } from '../tokens.ts';
import { storePassword } from './password-change.ts';
import { passwordProblem } from './password-rules.ts';
import { passwordState } from './password-state.ts';

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
  const { read } = signIn.store;
  const owner = await findOwnerOf(read, email);
  const account = owner && (await findAccount(read, owner.accountId));
  if (account?.is_active !== 1) return;
  const { accountId, generation, addressId } = owner!;
  const state = passwordState(await findPasswordHash(read, accountId));
  const token = await issueToken(signIn, 'reset-password', { accountId, generation }, { addressId, state }, LINK_LIFE);
  const url = signIn.origins.dashboardLink(`/reset?token=${token}`);
  const language = await mailLanguage(read, accountId, actor);
  signIn.mailer.send(resetMessage({ to: email, language }, account.username, url), accountId);
}

/** For somebody who has just shown that the address of the account is theirs. */
export async function issueResetToken(
  tx: Executor,
  signIn: SignIn,
  { account_id: accountId, generation, addressId }: HeldAccount,
): Promise<string> {
  const state = passwordState(await findPasswordHash(tx, accountId));
  return issueTokenIn(tx, signIn, 'reset-password', { accountId, generation }, { addressId, state }, LINK_LIFE);
}

/** Recovers the account: the link arrived by mail, so the address is proven too. */
export async function resetPassword(
  signIn: SignIn,
  token: string,
  password: string,
  request: SignInRequest,
): Promise<void> {
  const { actor } = request;
  const { store, clock, mailer, origins } = signIn;
  const { accountId, addressId, state } = await readToken(signIn, 'reset-password', token);
  const account = await findAccount(store.read, accountId);
  if (!account) throw invalidLink();
  if (account.is_active !== 1) throw suspended(account.suspension_reason);
  const problem = passwordProblem(password, [account.username, account.email]);
  if (problem) throw invalid({ password: [problem] });
  const passwordHash = await signIn.passwords.hash(password, { ...request, accountId });
  const at = clock();
  const { email, removed } = await store.write(accountId, async (tx) => {
    const held = await heldAccount(tx, accountId, invalidLink);
    if (held.addressId !== addressId) throw invalidLink();
    if (passwordState(await findPasswordHash(tx, accountId)) !== state) throw invalidLink();
    await spendToken(tx, 'reset-password', token);
    await storePassword(tx, signIn, accountId, passwordHash, actor);
    const proven = await proveAddress(tx, store.dialect, held, at);
    const recovery = { account: proven, through: addressId, actor, at };
    return { email: held.email, ...(await recover(tx, store.dialect, recovery)) };
  });
  const language = await mailLanguage(store.read, accountId, actor);
  const recoverUrl = origins.dashboardLink('/recover');
  const details = { place: placeOf(actor, at), removed: removedItems(signIn, removed), recoverUrl };
  mailer.send(passwordResetMessage({ to: email, language }, account.username, details), accountId);
}
