// Mails after a recovery, in its transaction.
import type { RemovedItem } from '../../../mail/security-messages.ts';
import type { NamedAccess } from '../../../storage/accounts/access.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { HeldAccount } from '../../accounts/held-account.ts';
import type { SignIn } from '../index.ts';
import { mailNotice, type Removed } from '../mails/send.ts';
import { PROVIDER } from '../provider/provider-settings.ts';
import { placeOf } from '../sign-in-record.ts';

const MAX_LISTED = 50;

type Context = Pick<SignIn, 'clock' | 'jobs' | 'provider'>;

/** Tells the owner that the account was recovered, and what was removed. `account` is as it is after that. */
export async function mailRecovered(
  tx: Executor,
  context: Context,
  { account_id: accountId, email: to, generation }: HeldAccount,
  removed: readonly NamedAccess[],
  actor: Actor,
): Promise<void> {
  const details = { generation, place: placeOf(actor, context.clock()), ...removedItems(context, removed) };
  await mailNotice(tx, context, 'recovered', { accountId, to, details }, actor);
}

/** Tells the address that the account had until an earlier one was restored: it may be its owner's. */
export async function mailReplaced(
  tx: Executor,
  context: Context,
  { account_id: accountId, generation }: HeldAccount,
  replaced: string,
  actor: Actor,
): Promise<void> {
  const details = { generation, place: placeOf(actor, context.clock()) };
  await mailNotice(tx, context, 'address-restored', { accountId, to: replaced, details }, actor);
}

export function removedItems(context: Pick<SignIn, 'provider'>, removed: readonly NamedAccess[]): Removed {
  const items = removed
    .slice(0, MAX_LISTED)
    .map(({ kind, name }): RemovedItem => ({ kind, name: shownName(context, { kind, name }) }));
  return { removed: items, removedCount: removed.length };
}

/** People know a provider by its name. */
export function shownName(
  { provider }: Pick<SignIn, 'provider'>,
  { kind, name }: Pick<NamedAccess, 'kind' | 'name'>,
): string {
  return kind === 'identity' && name === PROVIDER && provider ? provider.name : name;
}
