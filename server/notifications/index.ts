// Mails that owners have asked for. One process sends them for all, as part of the upkeep. Each mail is claimed in the
// store before it is sent and noted there afterwards: two processes never send the same one, and one that was not sent
// before a crash is sent when the claim expires.
import { readSignedToken, signToken } from '../domain/signed-tokens.ts';
import { confirmEntryMessage } from '../mail/messages.ts';
import { sendDueNotices } from './form-mails.ts';
import { type NotificationOptions, shownUrl } from './recipient.ts';
import { sendDueSummaries } from './weekly-summary.ts';

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
  /** Sends what is due, for some seconds. The next call continues. */
  sendDue(): Promise<void>;
}

const ROUND_MS = 10_000;
const CONFIRM = 'confirm entry';

export function createNotifications(options: NotificationOptions): Notifications {
  const { mailer, secret, origins } = options;
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
    async sendDue() {
      // Without a mail server, nobody reads them.
      if (mailer.kind !== 'smtp') return;
      const deadline = performance.now() + ROUND_MS;
      const isOver = () => performance.now() > deadline;
      await sendDueNotices(options, isOver);
      await sendDueSummaries(options, isOver);
    },
  };
}
