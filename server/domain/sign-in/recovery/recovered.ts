import { addressRestoredMessage, type RemovedItem, recoveredMessage } from '../../../mail/security-messages.ts';
import type { NamedAccess } from '../../../storage/accounts/access.ts';
import { mailLanguage } from '../../accounts/account-settings.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { HeldAccount } from '../../accounts/held-account.ts';
import type { SignIn } from '../index.ts';
import { PROVIDER } from '../provider/provider-settings.ts';
import { placeOf } from '../sign-in-record.ts';

/** Tells the owner that the account was recovered, and what was removed. */
export async function sendRecovered(
  signIn: SignIn,
  { account_id: accountId, email, username }: HeldAccount,
  removed: readonly NamedAccess[],
  actor: Actor,
): Promise<void> {
  const { store, clock, mailer } = signIn;
  const language = await mailLanguage(store.read, accountId, actor);
  const details = { place: placeOf(actor, clock()), removed: removedItems(signIn, removed) };
  mailer.send(recoveredMessage({ to: email, language }, username, details), accountId);
}

/** Tells the address that the account had until an earlier one was restored: it may be its owner's. */
export async function sendReplaced(
  { store, clock, mailer }: SignIn,
  { account_id: accountId, username }: HeldAccount,
  replaced: string,
  actor: Actor,
): Promise<void> {
  const language = await mailLanguage(store.read, accountId, actor);
  mailer.send(addressRestoredMessage({ to: replaced, language }, username, placeOf(actor, clock())), accountId);
}

export function removedItems(signIn: Pick<SignIn, 'provider'>, removed: readonly NamedAccess[]): RemovedItem[] {
  return removed.map(({ kind, name }) => ({ kind, name: shownName(signIn, { kind, name }) }));
}

/** People know a provider by its name. */
export function shownName(
  { provider }: Pick<SignIn, 'provider'>,
  { kind, name }: Pick<NamedAccess, 'kind' | 'name'>,
): string {
  return kind === 'identity' && name === PROVIDER && provider ? provider.name : name;
}
