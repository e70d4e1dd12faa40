// Mails about new form entries: at once for the first one, then at most every ten minutes for each form.
import { DAY, type Micros } from '../../contract/time.ts';
import { zoneOf } from '../domain/accounts/account-settings.ts';
import { FORM_MAIL_PAUSE, formOf } from '../domain/page/forms.ts';
import { formText } from '../i18n/form-words.ts';
import { formatDate, localeOf } from '../i18n/formats.ts';
import { i18nFor } from '../i18n/index.ts';
import type { LetterList } from '../mail/layout.ts';
import type { Message } from '../mail/mailer.ts';
import { newEntriesMessage } from '../mail/notification-messages.ts';
import type { AccountSettingsRow, FormNoticeRow } from '../storage/account-tables.ts';
import { readAccountSettings } from '../storage/accounts/account-settings.ts';
import { holdAccountAsIs } from '../storage/accounts/accounts.ts';
import { findBlock } from '../storage/page/blocks.ts';
import {
  claimNotice,
  entriesAfter,
  listAllDueNotices,
  removeNotice,
  storeNotice,
} from '../storage/page/form-notices.ts';
import type { BlockRow, FormEntryRow } from '../storage/tables.ts';
import { addressee, CLAIM, type NotificationOptions, recipientOf } from './recipient.ts';

const AT_ONCE = 5;
const MAX_ENTRIES = 10;
const MAX_VALUE = 500;
/** A mail that could not be sent for so long is left out. */
const TOO_LATE: Micros = 2 * DAY;

export async function sendDueNotices(options: NotificationOptions, isOver: () => boolean): Promise<void> {
  const { store, clock } = options;
  while (!isOver()) {
    const due = await listAllDueNotices(store.read, clock(), AT_ONCE);
    if (due.length === 0) return;
    await Promise.all(due.map((one) => sendNotice(options, one)));
  }
}

async function sendNotice(options: NotificationOptions, notice: FormNoticeRow): Promise<void> {
  const { store, clock, mailer } = options;
  const { account_id: accountId, block_id: blockId } = notice;
  const now = clock();
  if (!(await store.writeUncached((tx) => claimNotice(tx, notice, now, now + CLAIM)))) return;
  const made = now - notice.due_at! > TOO_LATE ? undefined : await messageFor(options, notice);
  if (!made) return store.writeUncached((tx) => removeNotice(tx, accountId, blockId));
  // If it could not be sent, the claim expires and it is tried again.
  if ((await mailer.deliver(made.message)) === 'failed') return;
  await store.writeUncached(async (tx) => {
    // Entries are added under the same lock.
    if (!(await holdAccountAsIs(tx, accountId))) return;
    const sentAt = clock();
    const { total } = await entriesAfter(tx, accountId, { blockId, after: made.last, count: 1 });
    await storeNotice(tx, accountId, blockId, {
      entries_after: made.last,
      due_at: total > 0 ? sentAt + FORM_MAIL_PAUSE : null,
      sent_at: sentAt,
      claimed_until: null,
    });
  });
}

/** Undefined if there is nothing to send, or nobody who wants it. */
async function messageFor(
  options: NotificationOptions,
  notice: FormNoticeRow,
): Promise<{ message: Message; last: number } | undefined> {
  const { store, origins } = options;
  const { account_id: accountId, block_id: blockId } = notice;
  const settings = await readAccountSettings(store.read, accountId);
  const account = settings?.form_entries === 1 ? await recipientOf(options, accountId) : undefined;
  const block = account && (await findBlock(store.read, accountId, blockId));
  if (!account || !block) return undefined;
  const wanted = { blockId, after: notice.entries_after, count: MAX_ENTRIES };
  const { entries, total, last } = await entriesAfter(store.read, accountId, wanted);
  if (total === 0) return undefined;
  const { language } = settings!;
  const id = `form-entries.${blockId}.${entries[0]!.id}.${notice.due_at}`;
  const recipient = await addressee(options, account, 'form_entries', { language, id });
  const message = newEntriesMessage(recipient, {
    form: (block.name ?? '').replace(/\s+/g, ' ').trim(),
    entries: entries.map((entry) => listOf(entry, block, settings!)),
    total,
    entriesUrl: origins.dashboardLink('/entries'),
  });
  return { message, last };
}

function listOf(entry: FormEntryRow, block: BlockRow, { timezone, language }: AccountSettingsRow): LetterList {
  const labels = new Map(formOf(block)?.fields.map(({ name, label }) => [name, label]));
  const values = Object.entries(JSON.parse(entry.fields) as Record<string, string>);
  const i18n = i18nFor(language);
  const { timezone: timeZone } = zoneOf(timezone);
  return {
    title: formatDate(localeOf(i18n.language), entry.created_at / 1000, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    }),
    rows: values.map(([name, value]) => [formText(i18n, labels.get(name) ?? name), shortened(value)]),
  };
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > MAX_VALUE ? `${letters.slice(0, MAX_VALUE).join('')}…` : text;
}
