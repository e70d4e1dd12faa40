// The mail that asks a visitor to confirm an address. Its link is signed: the entry that waits is what it is about.
import { isUnconfirmed } from '../domain/page/form-confirmation.ts';
import { readSignedToken, signToken } from '../domain/signed-tokens.ts';
import type { MailKind, QueuedMail } from '../mail/mail-job.ts';
import { confirmEntryMessage } from '../mail/messages.ts';
import { findAccount } from '../storage/accounts/accounts.ts';
import { type NotificationOptions, shownUrl } from './recipient.ts';

const CONFIRM = 'confirm entry';

export interface EntryToConfirm {
  entryId: number;
  /** The address of the page, and the path of the form. */
  page: string;
  path: string;
}

export function confirmEntryMail(options: Omit<NotificationOptions, 'mailer' | 'jobs'>): MailKind {
  const { store, clock, secret, origins } = options;
  return {
    async compose({ accountId, to, language, details }: QueuedMail<EntryToConfirm>) {
      const { entryId, page, path } = details;
      const account = await findAccount(store.read, accountId);
      if (account?.is_active !== 1 || !(await isUnconfirmed(store, { accountId, entryId, at: clock() })))
        return undefined;
      const token = signToken(await secret(), CONFIRM, [accountId, entryId]);
      return confirmEntryMessage({ to, language }, shownUrl(page), `${origins.pages()}${path}/confirm/${token}`);
    },
  };
}

/** The entry that the link in that mail is about; undefined if it is not one of ours. */
export function readConfirmation(secret: string, token: string): { accountId: number; entryId: number } | undefined {
  const [accountId, entryId] = readSignedToken(secret, CONFIRM, token) ?? [];
  return accountId === undefined || entryId === undefined ? undefined : { accountId, entryId };
}
