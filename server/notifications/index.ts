// Mails that visitors and owners have asked for. Those that are due at a certain time are asked for by jobs.

import type { JobQueue } from '../jobs/queue.ts';
import { enqueueMail } from '../mail/mail-job.ts';
import type { Executor } from '../storage/tables.ts';
import type { Clock } from '../system/clock.ts';
import { type EntryToConfirm, readConfirmation } from './confirm-entry.ts';

export interface Notifications {
  /** Asks a visitor to confirm an address, in the transaction of the entry. `language` is that of the page. */
  askToConfirm(
    tx: Executor,
    recipient: { to: string; accountId: number; language: string },
    entry: EntryToConfirm,
  ): Promise<void>;
  /** The entry that the link in that mail is about; undefined if it is not one of ours. */
  readConfirmation(token: string): Promise<{ accountId: number; entryId: number } | undefined>;
}

interface Options {
  jobs: JobQueue;
  clock: Clock;
  secret(): Promise<string>;
}

export function createNotifications({ jobs, clock, secret }: Options): Notifications {
  return {
    async askToConfirm(tx, recipient, details) {
      await enqueueMail(tx, jobs, { ...recipient, kind: 'confirm-entry', at: clock(), details });
    },
    readConfirmation: async (token) => readConfirmation(await secret(), token),
  };
}
