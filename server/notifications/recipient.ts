// Who gets a mail, and what sending it works with.

import type { JobQueue } from '../jobs/queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import { findAccount } from '../storage/accounts/accounts.ts';
import { findPerson } from '../storage/people/people.ts';
import type { Store } from '../storage/store.ts';
import type { AccountRow } from '../storage/tables.ts';
import type { Clock } from '../system/clock.ts';
import { type NotificationKind, UNSUBSCRIBE_PATH, unsubscribeToken } from './unsubscribe.ts';

export interface NotificationOptions {
  store: Store;
  clock: Clock;
  mailer: Pick<Mailer, 'kind'>;
  jobs: JobQueue;
  secret(): Promise<string>;
  origins: { pages(): string; dashboardLink(path: string): string };
}

/** Undefined if the account gets no mail: it is inactive, or its address has changed or is not confirmed. */
export async function recipientOf(
  { store }: NotificationOptions,
  { accountId, to }: { accountId: number; to: string },
) {
  const account = await findAccount(store.read, accountId);
  if (account?.is_active !== 1 || account.deletes_at !== null || account.email !== to) return undefined;
  const isProven = (await findPerson(store.read, accountId))?.proven_id != null;
  return isProven ? account : undefined;
}

export async function addressee(
  { secret, origins }: NotificationOptions,
  { account_id: accountId, email: to }: AccountRow,
  kind: NotificationKind,
  { language, id }: { language: string | null; id: string },
) {
  const token = unsubscribeToken(await secret(), { accountId, kind });
  const unsubscribeUrl = origins.dashboardLink(`${UNSUBSCRIBE_PATH}/${token}`);
  return { to, language: language ?? 'en', unsubscribeUrl, id };
}

/** Does it for each of them, also after a failure, which is thrown at the end. */
export async function forEach<T>(
  all: readonly T[],
  signal: AbortSignal,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) {
    signal.throwIfAborted();
    await work(one).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** As people write it: `links.example/ada`. */
export function shownUrl(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
