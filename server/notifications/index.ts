// Mails that visitors and owners have asked for. Those that are due at a certain time are jobs.
import { readSignedToken, signToken } from '../domain/signed-tokens.ts';
import { confirmEntryMessage } from '../mail/messages.ts';
import { type NotificationOptions, shownUrl } from './recipient.ts';

export interface Notifications {
  /** Asks a visitor to confirm an address. `path` is that of the form, `language` that of its page. */
  askToConfirm(entry: {
    to: string;
    accountId: number;
    entryId: number;
    page: string;
    path: string;
    language: string;
  }): Promise<void>;
  /** The entry that the link in that mail is about; undefined if it is not one of ours. */
  readConfirmation(token: string): Promise<{ accountId: number; entryId: number } | undefined>;
}

const CONFIRM = 'confirm entry';

export function createNotifications({ mailer, secret, origins }: NotificationOptions): Notifications {
  return {
    async askToConfirm({ to, accountId, entryId, page, path, language }) {
      const token = signToken(await secret(), CONFIRM, [accountId, entryId]);
      mailer.send(
        confirmEntryMessage({ to, language }, shownUrl(page), `${origins.pages()}${path}/confirm/${token}`),
        accountId,
      );
    },
    async readConfirmation(token) {
      const [accountId, entryId] = readSignedToken(await secret(), CONFIRM, token) ?? [];
      return accountId === undefined || entryId === undefined ? undefined : { accountId, entryId };
    },
  };
}
