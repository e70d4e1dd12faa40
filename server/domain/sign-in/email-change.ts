// The e-mail address of an account: verified by a link, and changed by a link to the new address.
import { ApiError, invalid } from '../../../contract/errors.ts';
import { DAY } from '../../../contract/time.ts';
import { findAccount, setPendingEmail } from '../../storage/accounts/accounts.ts';
import { findPersonByEmail, setProvenAddress } from '../../storage/people/people.ts';
import type { AccountRow, Executor } from '../../storage/tables.ts';
import { checkedEmail } from '../accounts/accounts.ts';
import type { Actor } from '../accounts/actor.ts';
import { type HeldAccount, heldAccount } from '../accounts/held-account.ts';
import { proveAddress, recover } from '../accounts/recovery.ts';
import type { SignIn } from './index.ts';
import { mailLink, mailNotice } from './mails/send.ts';
import { notify } from './recovery/notices.ts';
import { changeSecurity, logSecurity, type SignedIn } from './sessions/security-change.ts';
import { placeOf } from './sign-in-record.ts';
import { mailVerification } from './sign-up.ts';
import { invalidLink, readToken, spendToken } from './tokens.ts';

const CHANGE_LIFE = DAY;
const FREE_MESSAGES = 5;

/** Returns the id of the account. */
export async function verifyEmail(signIn: SignIn, token: string, actor: Actor): Promise<number> {
  const { store } = signIn;
  const { accountId, addressId } = await readToken(signIn, 'verify-email', token);
  await store.write(accountId, async (tx) => {
    const account = await heldAccount(tx, accountId, invalidLink);
    if (account.address_id !== addressId) throw invalidLink();
    await spendToken(tx, 'verify-email', token);
    await proveAddress(tx, store.dialect, account);
    const message = `The e-mail address ${account.email} was verified.`;
    await logSecurity(tx, signIn, accountId, actor, { type: 'email_verified', message });
  });
  return accountId;
}

export async function requestEmailChange(signIn: SignIn, owner: SignedIn, given: string, actor: Actor): Promise<void> {
  const { store, throttle } = signIn;
  const { accountId } = owner;
  const email = given.toLowerCase();
  const { email: current } = await ownAccount(signIn, accountId);
  if (email === current) throw invalid({ email: ['This is your address already.'] });
  await throttle.begin([
    { key: `email ${accountId}`, free: FREE_MESSAGES },
    { key: `email address ${email}`, free: FREE_MESSAGES },
  ]);
  if (await findPersonByEmail(store.read, email)) throw taken(email);
  await changeSecurity(signIn, owner, async (tx, { generation, address_id: addressId }) => {
    await setPendingEmail(tx, accountId, email);
    const account = { accountId, generation };
    const link = { to: email, owner: account, contents: { email, addressId }, life: CHANGE_LIFE, details: {} };
    await mailLink(tx, signIn, 'change-email', link, actor);
  });
}

/** Sends the link for the pending address, or for the current one, again. Returns the address. */
export async function resendVerification(signIn: SignIn, owner: SignedIn, actor: Actor): Promise<string> {
  const { email, pending_email } = await ownAccount(signIn, owner.accountId);
  if (pending_email !== null) {
    await requestEmailChange(signIn, owner, pending_email, actor);
    return pending_email;
  }
  await signIn.throttle.begin([{ key: `email ${owner.accountId}`, free: FREE_MESSAGES }]);
  await signIn.store.writeInstallation((tx) => mailVerification(tx, signIn, owner.accountId, actor));
  return email;
}

/** Returns the id of the account. */
export async function confirmEmailChange(signIn: SignIn, token: string, actor: Actor): Promise<number> {
  const { accountId, email, addressId } = await readToken(signIn, 'change-email', token);
  const { store } = signIn;
  await store
    .write(accountId, async (tx) => {
      const account = await heldAccount(tx, accountId, invalidLink);
      if (account.pending_email !== email || account.address_id !== addressId) throw invalidLink();
      await spendToken(tx, 'change-email', token);
      const changed = await changeAddress(tx, signIn, account, email, actor);
      await notify(tx, signIn, account, { kind: 'email', since: changed.address_id, name: email }, actor);
    })
    .catch((error: unknown) => {
      throw store.dialect.isDuplicate(error) ? taken(email) : error;
    });
  return accountId;
}

/**
 * By the operator, who knows that the address is the owner's: it counts as proven, and the account is recovered. The address
 * of before gets a mail without a link, if it was proven: it may be a thief's. Returns the address as it is stored.
 */
export async function setEmail(signIn: SignIn, accountId: number, given: string, actor: Actor): Promise<string> {
  const { store, clock } = signIn;
  const email = checkedEmail(given);
  await store
    .write(accountId, async (tx) => {
      const account = await heldAccount(tx, accountId);
      if (account.email === email && account.proven_id !== null) {
        throw invalid({ email: [`The account has the e-mail address ${email} already.`] });
      }
      const changed = await changeAddress(tx, signIn, account, email, actor);
      const { generation } = await recover(tx, store.dialect, { account: changed, through: null, actor, at: clock() });
      if (account.proven_id === null) return;
      const details = { generation, place: placeOf(actor, clock()) };
      await mailNotice(tx, signIn, 'email-replaced', { accountId, to: account.email, details }, actor);
    })
    .catch((error: unknown) => {
      throw store.dialect.isDuplicate(error) ? taken(email) : error;
    });
  return email;
}

/** Returns the account as it is then. */
async function changeAddress(
  tx: Executor,
  signIn: SignIn,
  account: HeldAccount,
  email: string,
  actor: Actor,
): Promise<HeldAccount> {
  const { account_id: accountId } = account;
  const [addressId] = await signIn.store.dialect.allocateIds(tx, 1);
  // From a proven address, what was added since that one was proven stays its owner's.
  const address = { email, address_id: addressId!, proven_id: account.proven_id ?? addressId! };
  await setProvenAddress(tx, accountId, address);
  const message = `The e-mail address was changed to ${email}.`;
  await logSecurity(tx, signIn, accountId, actor, { type: 'email_changed', message });
  return { ...account, ...address, pending_email: null };
}

async function ownAccount({ store }: SignIn, accountId: number): Promise<AccountRow> {
  const account = await findAccount(store.read, accountId);
  if (!account) throw new ApiError('unauthenticated');
  return account;
}

function taken(email: string): ApiError {
  return invalid({ email: [`The e-mail address ${email} has an account already.`] });
}
