// The weekly summary: the seven days before a Monday, in the time zone of the account.
import { dayAt, type LocalDay, weekdayOf } from '../../contract/local-time.ts';
import { pageUrl } from '../../contract/page/page-address.ts';
import { DAY, formatDay, type Micros } from '../../contract/time.ts';
import { nextSummary, zoneOf } from '../domain/accounts/account-settings.ts';
import type { Message } from '../mail/mailer.ts';
import { weeklySummaryMessage } from '../mail/notification-messages.ts';
import {
  claimSummary,
  type DueSummary,
  listAllDueSummaries,
  scheduleSummary,
} from '../storage/accounts/account-settings.ts';
import type { AccountRow } from '../storage/tables.ts';
import { readSummary } from '../visits/read/statistics-summary.ts';
import { addressee, CLAIM, type NotificationOptions, recipientOf, shownUrl } from './recipient.ts';

const AT_ONCE = 5;
const MAX_ROWS = 5;
/** A summary that could not be sent for so long is left out. */
const TOO_LATE: Micros = 3 * DAY;

export async function sendDueSummaries(options: NotificationOptions, isOver: () => boolean): Promise<void> {
  const { store, clock } = options;
  while (!isOver()) {
    const due = await listAllDueSummaries(store.read, clock(), AT_ONCE);
    if (due.length === 0) return;
    await Promise.all(due.map((one) => sendSummary(options, one)));
  }
}

async function sendSummary(options: NotificationOptions, due: DueSummary): Promise<void> {
  const { store, clock, mailer } = options;
  const now = clock();
  const claimed = await store.writeUncached((tx) => claimSummary(tx, due, now, now + CLAIM));
  if (!claimed) return;
  const account = now - due.summary_at > TOO_LATE ? undefined : await recipientOf(options, due.account_id);
  // If it could not be sent, the claim expires and it is tried again.
  if (account && (await mailer.deliver(await summaryFor(options, account, due))) === 'failed') return;
  await store.writeUncached((tx) => scheduleSummary(tx, due, nextSummary(due.timezone, clock())));
}

async function summaryFor(options: NotificationOptions, account: AccountRow, due: DueSummary): Promise<Message> {
  const { store, origins } = options;
  const { zone } = zoneOf(due.timezone);
  const monday = mondayOf(dayAt(zone, due.summary_at));
  const shared = { accountId: account.account_id, linkId: undefined, zone, interval: 'day' as const };
  const week = await readSummary(store.read, { ...shared, first: monday - 7, last: monday - 1 });
  const before = await readSummary(store.read, { ...shared, first: monday - 14, last: monday - 8 });
  const recipient = await addressee(options, account, 'weekly_summary', {
    language: due.language,
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
