// An account is given back to its owner (ADR 36): anybody else who had it loses everything that was issued before. What was added
// before an address of the account was proven is removed. The rest is for the owner to review.
import { DAY, type Micros } from '../../../contract/time.ts';
import {
  type AccessKind,
  accessKinds,
  listAccess,
  type NamedAccess,
  removeAccess,
} from '../../storage/accounts/access.ts';
import { endExports } from '../../storage/accounts/account-exports.ts';
import { setPendingEmail } from '../../storage/accounts/accounts.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import { findTwoFactor } from '../../storage/people/credentials.ts';
import { endTokens } from '../../storage/people/one-time-tokens.ts';
import { setProvenAddress, updatePerson } from '../../storage/people/people.ts';
import { deleteSessions } from '../../storage/people/sessions.ts';
import type { Executor } from '../../storage/tables.ts';
import { logActivity } from '../activity/activity.ts';
import type { Actor } from './actor.ts';
import type { HeldAccount } from './held-account.ts';

/** How long the link in a mail about a change takes it back. */
export const UNDO_LIFE: Micros = 7 * DAY;

export interface Recovery {
  account: HeldAccount;
  /**
   * The address. Links that undo changes stay valid if they were sent to earlier ones. Null: the operator, who vouches for a
   * person and not for an address. Then no link stays valid, and nothing is removed without being reviewed.
   */
  through: number | null;
  /** What the caller has removed already. */
  removed?: readonly NamedAccess[];
  actor: Actor;
  at: Micros;
}

/** Returns what was removed, and the new generation. */
export async function recover(
  tx: Executor,
  dialect: Dialect,
  { account, through, removed: before = [], actor, at }: Recovery,
): Promise<{ removed: NamedAccess[]; generation: number }> {
  const { account_id: accountId, proven_id: provenId } = account;
  const generation = account.generation + 1;
  const removed = [...before];
  if (through !== null && provenId !== null) {
    const unproven = { kinds: accessKinds, range: { through: provenId }, at };
    removed.push(...(await removeAccess(tx, accountId, unproven)));
  }
  if (through !== null) removed.push(...(await removeNewTwoFactor(tx, accountId, at)));
  await deleteSessions(tx, accountId, 'all');
  await endExports(tx, accountId, at);
  await setPendingEmail(tx, accountId, null);
  await endTokens(tx, accountId, { generation, through: through ?? 0 });
  // Before the first sign-in there was nobody who could have left anything behind.
  const needsReview = account.signed_in === 1 && (await listAccess(tx, accountId)).length > 0;
  await updatePerson(tx, accountId, { generation, recovered_at: needsReview ? at : null });
  const subject = { kind: 'account', id: accountId } as const;
  const message = `The account was recovered${removed.length > 0 ? `. Removed: ${describeAccess(removed)}` : ''}.`;
  await logActivity(tx, dialect, accountId, actor, { type: 'account_recovered', subject, message, at });
  return { removed, generation };
}

/**
 * The mail about a new second factor has a link that removes it, which this recovery may end: without it, a thief who sets one
 * up would lock the owner out.
 */
async function removeNewTwoFactor(tx: Executor, accountId: number, at: Micros): Promise<NamedAccess[]> {
  const found = await findTwoFactor(tx, accountId);
  if (!found || found.addedAt <= at - UNDO_LIFE) return [];
  return removeAccess(tx, accountId, { kinds: ['two_factor'], range: { from: found.id }, at });
}

/** The owner of the address has shown that it is theirs. Returns the account as it is then. */
export async function proveAddress(tx: Executor, dialect: Dialect, account: HeldAccount): Promise<HeldAccount> {
  if (account.proven_id !== null) return account;
  const { account_id: accountId, email, address_id } = account;
  const [id] = await dialect.allocateIds(tx, 1);
  const proven_id = id!;
  await setProvenAddress(tx, accountId, { email, address_id, proven_id });
  return { ...account, proven_id, pending_email: null };
}

const MAX_NAMED = 20;

/** `passkey "Laptop", API key "Backup"` */
export function describeAccess(items: readonly NamedAccess[]): string {
  const named = items.slice(0, MAX_NAMED).map(({ kind, name }) => `${kindNames[kind]} "${name}"`);
  const more = items.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const kindNames: Record<AccessKind, string> = {
  passkey: 'passkey',
  key: 'API key',
  identity: 'linked sign-in',
  two_factor: 'second factor',
  share: 'shared statistics',
  pixel: 'pixel',
};
