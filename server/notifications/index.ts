// Mails that owners have asked for. One process sends them for all, as part of the upkeep. Each mail is claimed in the
// store before it is sent and noted there afterwards: two processes never send the same one, and one that was not sent
// before a crash is sent when the claim expires.
import { enqueueMail } from '../mail/mail-job.ts';
import type { Executor } from '../storage/tables.ts';
import { type EntryToConfirm, readConfirmation } from './confirm-entry.ts';
import { sendDueNotices } from './form-mails.ts';
import type { NotificationOptions } from './recipient.ts';
import { sendDueSummaries } from './weekly-summary.ts';

export interface Notifications {
  /** Asks a visitor to confirm an address, in the transaction of the entry. `language` is that of the page. */
  askToConfirm(
    tx: Executor,
    recipient: { to: string; accountId: number; language: string },
    entry: EntryToConfirm,
  ): Promise<void>;
  /** The entry that the link in that mail is about; undefined if it is not one of ours. */
  readConfirmation(token: string): Promise<{ accountId: number; entryId: number } | undefined>;
  /** Sends what is due, for some seconds. The next call continues. */
  sendDue(): Promise<void>;
}

const ROUND_MS = 10_000;

export function createNotifications(options: NotificationOptions): Notifications {
  const { mailer, jobs, clock, secret } = options;
  return {
    async askToConfirm(tx, recipient, details) {
      await enqueueMail(tx, jobs, { ...recipient, kind: 'confirm-entry', at: clock(), details });
    },
    readConfirmation: async (token) => readConfirmation(await secret(), token),
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
