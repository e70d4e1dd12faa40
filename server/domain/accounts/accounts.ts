// Accounts: create, rename, suspend, restore and delete.
import { randomBytes } from 'node:crypto';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Micros } from '../../../contract/time.ts';
import { insertAccountToken } from '../../storage/accounts/account-tokens.ts';
import {
  deleteAccount,
  findAccount,
  holdAccount,
  insertAccount,
  updateAccount,
} from '../../storage/accounts/accounts.ts';
import { claimUsername, findUsername } from '../../storage/accounts/usernames.ts';
import { setPassword as storePassword } from '../../storage/people/credentials.ts';
import { findPersonByEmail, insertPerson, updatePerson } from '../../storage/people/people.ts';
import { deleteSessions } from '../../storage/people/sessions.ts';
import type { Store } from '../../storage/store.ts';
import type { AccountRow, Executor } from '../../storage/tables.ts';
import { removeLiveOf } from '../../storage/visits/live.ts';
import { removeStreamOf } from '../../storage/visits/live-streams.ts';
import { lockCountsOf } from '../../storage/visits/visit-queue.ts';
import { logActivity } from '../activity/activity.ts';
import { withConsentBar } from '../page/page-options.ts';
import { cleanText } from '../text.ts';
import { foldersOf } from '../uploads/account-files.ts';
import { keepSignUpLanguage } from './account-settings.ts';
import type { Actor } from './actor.ts';
import { type HeldAccount, heldAccount } from './held-account.ts';
import { hashPassword } from './password-hash.ts';
import { recover } from './recovery.ts';
import { usernameProblem } from './usernames.ts';

const MAX_REASON = 500;
/** 128 bits: cannot be guessed. */
const TOKEN_BYTES = 16;

export interface NewAccount {
  username: string;
  email: string;
  name?: string | undefined;
  /** If undefined, there is none until the owner or the operator sets one. */
  password?: string | undefined;
  /** The same, hashed already. */
  passwordHash?: string | undefined;
}

interface CreationOptions {
  isEmailVerified?: boolean;
  /** Part of the same transaction. */
  within?: (tx: Executor, accountId: number) => Promise<void>;
}

const MALFORMED_EMAIL = 'The e-mail address must look like name@host.';

/** The account with this current username. Former usernames redirect visitors, but are rejected here. */
export async function accountCalled(store: Store, username: string): Promise<AccountRow> {
  const owner = await findUsername(store.read, username);
  const account = owner && (await findAccount(store.read, owner.account_id));
  if (!account) throw new ApiError('not_found', `There is no account with the username "${username}".`);
  if (owner.former === 1) {
    const sentence = `The account "${username}" was renamed to "${account.username}".`;
    throw new ApiError('not_found', sentence);
  }
  return account;
}

export async function accountWithEmail(store: Store, email: string): Promise<AccountRow> {
  const person = await findPersonByEmail(store.read, email.trim().toLowerCase());
  const account = person && (await findAccount(store.read, person.person_id));
  if (!account) throw new ApiError('not_found', `There is no account with the e-mail address ${email}.`);
  return account;
}

export async function createAccount(
  store: Store,
  request: NewAccount,
  actor: Actor,
  at: Micros,
  { isEmailVerified = false, within = async () => {} }: CreationOptions = {},
): Promise<number> {
  const account = checkNewAccount(request);
  const password =
    request.password === undefined || request.passwordHash !== undefined
      ? request.passwordHash
      : checkedPasswordHash(request.password);
  try {
    return await store.writeInstallation(async (tx) => {
      const [accountId, passwordId] = await store.dialect.allocateIds(tx, 2);
      await claimUsername(tx, accountId!, account.username);
      const publicToken = randomBytes(TOKEN_BYTES).toString('base64url');
      await insertAccountToken(tx, accountId!, publicToken);
      await insertPerson(tx, {
        person_id: accountId!,
        email: account.email,
        proven_id: isEmailVerified ? accountId! : null,
        language: await keepSignUpLanguage(tx, accountId!, actor),
      });
      await insertFreshAccount(tx, accountId!, { ...account, publicToken }, at);
      if (password) await storePassword(tx, accountId!, { id: passwordId!, hash: password });
      const subject = { kind: 'account', id: accountId! } as const;
      const message = 'The account was created.';
      await logActivity(tx, store.dialect, accountId!, actor, { type: 'account_created', subject, message, at });
      // Last: whoever gave up the address in a transaction of the same moment has committed it by now.
      await within(tx, accountId!);
      return accountId!;
    });
  } catch (error) {
    if (store.dialect.isDuplicate(error)) throw await takenError(store, account);
    throw error;
  }
}

function checkNewAccount(request: NewAccount) {
  const errors: Record<string, string[]> = {};
  const problem = usernameProblem(request.username);
  if (problem) errors.username = [problem];

  const email = cleanEmail(request.email);
  if (email === undefined) errors.email = [MALFORMED_EMAIL];

  const name = cleanText(request.name ?? request.username, { least: 1, most: limits.personName });
  if (name === undefined) errors.name = [`The name must have 1 to ${limits.personName} characters.`];

  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { username: request.username, email: email!, name: name! };
}

/** In lower case; undefined if it is no address. */
function cleanEmail(given: string): string | undefined {
  const email = cleanText(given, { least: 3, most: limits.email })?.toLowerCase();
  return email !== undefined && /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined;
}

export function checkedEmail(given: string): string {
  const email = cleanEmail(given);
  if (email === undefined) throw invalid({ email: [MALFORMED_EMAIL] });
  return email;
}

async function takenError(store: Store, account: { username: string; email: string }): Promise<ApiError> {
  return (await findPersonByEmail(store.read, account.email)) !== undefined
    ? invalid({ email: [`The e-mail address ${account.email} already has an account.`] })
    : invalid({ username: [`The username "${account.username}" is taken.`] });
}

async function insertFreshAccount(
  tx: Executor,
  accountId: number,
  account: { username: string; email: string; name: string; publicToken: string },
  at: Micros,
) {
  await insertAccount(tx, {
    account_id: accountId,
    username: account.username,
    name: account.name,
    bio: '',
    avatar: null,
    is_active: 1,
    suspension_reason: null,
    seo: '{}',
    social: '{}',
    customize: '{}',
    background: '{}',
    plan: 'free',
    plan_duration: 'once',
    plan_since: at,
    last_activity_at: at,
    last_agent: '',
    last_country: '',
    login_count: 0,
    created_at: at,
    updated_at: at,
    page_options: '{}',
    public_token: account.publicToken,
    revision: 0,
    email: account.email,
    deletes_at: null,
    pending_email: null,
  });
}

export async function renameAccount(
  store: Store,
  accountId: number,
  username: string,
  actor: Actor,
  at: Micros,
): Promise<void> {
  const problem = usernameProblem(username);
  if (problem) throw invalid({ username: [problem] });
  try {
    await changeAccount(store, accountId, actor, at, {
      type: 'username_changed',
      message: `The username was changed to "${username}".`,
      change: async (tx) => {
        await updateAccount(tx, accountId, { username, updated_at: at });
        await claimUsername(tx, accountId, username);
      },
    });
  } catch (error) {
    if (store.dialect.isDuplicate(error)) throw invalid({ username: [`The username "${username}" is taken.`] });
    throw error;
  }
}

/** The owner reads the reason when they try to sign in. */
export async function suspendAccount(
  store: Store,
  accountId: number,
  actor: Actor,
  at: Micros,
  reason?: string,
): Promise<void> {
  const suspension_reason = reason === undefined ? null : cleanText(reason, { least: 1, most: MAX_REASON });
  if (suspension_reason === undefined) {
    throw invalid({ reason: [`The reason must have 1 to ${MAX_REASON} characters, in one line.`] });
  }
  await changeAccount(store, accountId, actor, at, {
    type: 'account_suspended',
    message: `The account was suspended.${suspension_reason === null ? '' : ` Reason: "${suspension_reason}".`}`,
    change: async (tx) => {
      const suspended = { is_active: 0, suspension_reason };
      await updateAccount(tx, accountId, { ...suspended, updated_at: at });
      await updatePerson(tx, accountId, suspended);
      await deleteSessions(tx, accountId, 'all');
    },
  });
}

export function restoreAccount(store: Store, accountId: number, actor: Actor, at: Micros): Promise<void> {
  return changeAccount(store, accountId, actor, at, {
    type: 'account_restored',
    message: 'The account was restored.',
    change: async (tx) => {
      const active = { is_active: 1, suspension_reason: null };
      await updateAccount(tx, accountId, { ...active, updated_at: at });
      await updatePerson(tx, accountId, active);
    },
  });
}

/** With the consent bar, pixels load only after the visitor agrees. */
export function setConsentBar(store: Store, accountId: number, isOn: boolean, actor: Actor, at: Micros): Promise<void> {
  return changeAccount(store, accountId, actor, at, {
    type: 'profile_updated',
    message: `The consent bar was switched ${isOn ? 'on' : 'off'}.`,
    change: async (tx, { page_options }) => {
      await updateAccount(tx, accountId, { page_options: withConsentBar(page_options, isOn), updated_at: at });
    },
  });
}

/** By the operator, who gives the account back to its owner with it. */
export async function setPassword(store: Store, accountId: number, password: string, actor: Actor, at: Micros) {
  const hash = checkedPasswordHash(password);
  await changeAccount(store, accountId, actor, at, {
    type: 'password_changed',
    message: 'The password was changed.',
    change: async (tx, account) => {
      const [id] = await store.dialect.allocateIds(tx, 1);
      await storePassword(tx, accountId, { id: id!, hash });
      await recover(tx, store.dialect, { account, through: null, actor, at });
    },
  });
}

/** Removes the rows of an account. Returns the folders of its files: `eraseAccount` removes those too. */
export async function removeAccount(store: Store, accountId: number): Promise<string[]> {
  const folders = await store.write(accountId, async (tx) => {
    await store.dialect.erasing(tx);
    // Waits for a running aggregation. A later aggregation finds no account to count for.
    await lockCountsOf(tx, store.dialect, [accountId]);
    // Waits for an upload that is being recorded. A later one finds no account.
    await holdAccount(tx, accountId);
    const found = await foldersOf(tx, accountId);
    await deleteAccount(tx, accountId);
    return found;
  });
  await store.enqueue((executor) => removeLiveOf(executor, accountId));
  await store.enqueue((executor) => removeStreamOf(executor, accountId));
  return folders;
}

async function changeAccount(
  store: Store,
  accountId: number,
  actor: Actor,
  at: Micros,
  {
    type,
    message,
    change,
  }: {
    type: 'username_changed' | 'account_suspended' | 'account_restored' | 'password_changed' | 'profile_updated';
    message: string;
    change: (tx: Executor, account: HeldAccount) => Promise<void>;
  },
): Promise<void> {
  await store.write(accountId, async (tx) => {
    const account = await heldAccount(tx, accountId, () => new ApiError('not_found', 'There is no such account.'));
    await change(tx, account);
    const subject = { kind: 'account', id: accountId } as const;
    await logActivity(tx, store.dialect, accountId, actor, { type, subject, message, at });
  });
}

function checkedPasswordHash(password: string): string {
  const length = [...password].length;
  if (length < limits.passwordMin || length > limits.passwordMax) {
    throw invalid({ password: [`The password must have ${limits.passwordMin} to ${limits.passwordMax} characters.`] });
  }
  return hashPassword(password);
}
