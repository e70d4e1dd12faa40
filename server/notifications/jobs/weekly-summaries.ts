// The weekly summary: the seven days before a Monday, in the time zone of the account. One job asks for the mails that are
// due, in the transaction that sets the date of the next one.
import { dayAt, type LocalDay, weekdayOf } from '../../../contract/local-time.ts';
import { pageUrl } from '../../../contract/page/page-address.ts';
import { DAY, formatDay, type Micros, SECOND } from '../../../contract/time.ts';
import { nextSummary, zoneOf } from '../../domain/accounts/account-settings.ts';
import { defineRecurring, type Job } from '../../jobs/job.ts';
import { enqueueMail, type MailKind, type QueuedMail } from '../../mail/mail-job.ts';
import type { Message } from '../../mail/mailer.ts';
import { weeklySummaryMessage } from '../../mail/notification-messages.ts';
import type { AccountSettingsRow } from '../../storage/account-tables.ts';
import {
  type DueSummary,
  listAllDueSummaries,
  readAccountSettings,
  scheduleSummary,
} from '../../storage/accounts/account-settings.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import type { AccountRow } from '../../storage/tables.ts';
import { readSummary } from '../../visits/read/statistics-summary.ts';
import { addressee, forEach, type NotificationOptions, recipientOf, shownUrl } from '../recipient.ts';

interface Summary {
  dueAt: Micros;
}

const AT_ONCE = 100;
const MAX_ROWS = 5;
/** A summary that is due for so long, because the service or the mail server was off, is left out. */
const TOO_LATE: Micros = 3 * DAY;

export function scheduleSummaries({ store, clock, mailer, jobs }: NotificationOptions): Job {
  function schedule(due: DueSummary, now: Micros): Promise<void> {
    const { account_id: accountId, summary_at: dueAt, timezone, language } = due;
    return store.writeUncached(async (tx) => {
      if (!(await scheduleSummary(tx, due, nextSummary(timezone, now))) || now - dueAt > TOO_LATE) return;
      const account = await findAccount(tx, accountId);
      if (!account) return;
      const mail = { kind: 'weekly-summary', accountId, to: account.email, language: language ?? 'en', at: now };
      await enqueueMail(tx, jobs, { ...mail, details: { dueAt } satisfies Summary });
    });
  }

  return defineRecurring({
    name: 'weekly-summaries',
    every: 30 * SECOND,
    async run({ signal }) {
      // Without a mail server, nobody reads them.
      if (mailer.kind !== 'smtp') return;
      for (let due: DueSummary[] | undefined; due === undefined || due.length === AT_ONCE; ) {
        const now = clock();
        due = await listAllDueSummaries(store.read, now, AT_ONCE);
        await forEach(due, signal, (one) => schedule(one, now));
      }
    },
  });
}

export function weeklySummaryMail(options: NotificationOptions): MailKind {
  return {
    async compose({ accountId, to, details: { dueAt } }: QueuedMail<Summary>) {
      if (options.clock() - dueAt > TOO_LATE) return undefined;
      const settings = await readAccountSettings(options.store.read, accountId);
      const account = settings?.weekly_summary === 1 ? await recipientOf(options, { accountId, to }) : undefined;
      return account && summaryFor(options, account, settings!, dueAt);
    },
  };
}

async function summaryFor(
  options: NotificationOptions,
  account: AccountRow,
  { timezone, language }: AccountSettingsRow,
  dueAt: Micros,
): Promise<Message> {
  const { store, origins } = options;
  const { zone } = zoneOf(timezone);
  const monday = mondayOf(dayAt(zone, dueAt));
  const shared = { accountId: account.account_id, linkId: undefined, zone, interval: 'day' as const };
  const week = await readSummary(store.read, { ...shared, first: monday - 7, last: monday - 1 });
  const before = await readSummary(store.read, { ...shared, first: monday - 14, last: monday - 8 });
  const recipient = await addressee(options, account, 'weekly_summary', {
    language,
    id: `weekly-summary.${account.account_id}.${formatDay(monday)}`,
  });
  return weeklySummaryMessage(recipient, {
    page: shownUrl(pageUrl(origins.pages(), account)),
    firstDay: formatDay(monday - 7),
    lastDay: formatDay(monday - 1),
    week,
    before,
    links: week.links.filter(({ clicks }) => clicks > 0).slice(0, MAX_ROWS),
    referrers: week.referrers.slice(0, MAX_ROWS),
    statisticsUrl: origins.dashboardLink('/stats'),
  });
}

function mondayOf(date: LocalDay): LocalDay {
  return date - (weekdayOf(date) - 1);
}
