// Links that stop mails without a sign-in. They work as long as the account exists.
import type { AccountSettings } from '../../contract/schemas/account-settings.ts';
import { readSignedToken, signToken } from '../domain/signed-tokens.ts';

export type NotificationKind = keyof AccountSettings['notifications'];

export interface Unsubscription {
  accountId: number;
  kind: NotificationKind;
}

/** On the dashboard's origin. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';
const kinds = { w: 'weekly_summary', f: 'form_entries' } as const;

export function unsubscribeToken(secret: string, { accountId, kind }: Unsubscription): string {
  const letter = kind === kinds.w ? 'w' : 'f';
  return letter + signToken(secret, `unsubscribe ${kind}`, [accountId]);
}

/** Undefined if it is not one of ours. */
export function readUnsubscribeToken(secret: string, token: string): Unsubscription | undefined {
  const kind = kinds[token[0] as keyof typeof kinds];
  const [accountId] = (kind && readSignedToken(secret, `unsubscribe ${kind}`, token.slice(1))) ?? [];
  return accountId === undefined ? undefined : { accountId, kind };
}
