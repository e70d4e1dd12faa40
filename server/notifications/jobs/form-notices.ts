// Mails about new form entries: at once for the first one, then at most every ten minutes for each form. One job asks for
// the mails that are due, in the transaction that notes which entries each is about.
import { DAY, type Micros, SECOND } from '../../../contract/time.ts';
import { zoneOf } from '../../domain/accounts/account-settings.ts';
import { formOf } from '../../domain/page/forms.ts';
import { formText } from '../../i18n/form-words.ts';
import { formatDate, localeOf } from '../../i18n/formats.ts';
import { i18nFor } from '../../i18n/index.ts';
import { defineRecurring, type Job } from '../../jobs/job.ts';
import type { LetterList } from '../../mail/layout.ts';
import { enqueueMail, type MailKind, type QueuedMail } from '../../mail/mail-job.ts';
import type { Message } from '../../mail/mailer.ts';
import { newEntriesMessage } from '../../mail/notification-messages.ts';
import type { AccountSettingsRow, FormNoticeRow } from '../../storage/account-tables.ts';
import { readAccountSettings } from '../../storage/accounts/account-settings.ts';
import { findAccount, holdAccountAsIs } from '../../storage/accounts/accounts.ts';
import { findBlock } from '../../storage/page/blocks.ts';
import { entriesAfter, listAllDueNotices, settleNotice } from '../../storage/page/form-notices.ts';
import type { BlockRow, FormEntryRow } from '../../storage/tables.ts';
import { addressee, forEach, type NotificationOptions, recipientOf } from '../recipient.ts';

interface Notice {
  blockId: number;
  /** About the entries after this id. */
  after: number;
  upTo: number;
  dueAt: Micros;
}

const AT_ONCE = 100;
const MAX_ENTRIES = 10;
const MAX_VALUE = 500;
/** A mail that is due for so long, because the service or the mail server was off, is left out. */
const TOO_LATE: Micros = 2 * DAY;

export function scheduleFormNotices({ store, clock, mailer, jobs }: NotificationOptions): Job {
  function schedule(notice: FormNoticeRow, now: Micros): Promise<void> {
    const { account_id: accountId, block_id: blockId, entries_after: after } = notice;
    const dueAt = notice.due_at!;
    return store.writeUncached(async (tx) => {
      // Entries are added under the same lock.
      if (!(await holdAccountAsIs(tx, accountId))) return;
      const { last: upTo } = await entriesAfter(tx, accountId, { blockId, after, count: 1 });
      if (!(await settleNotice(tx, notice, { entries_after: upTo, sent_at: now })) || now - dueAt > TOO_LATE) return;
      const account = await findAccount(tx, accountId);
      const language = (await readAccountSettings(tx, accountId))?.language ?? 'en';
      const details: Notice = { blockId, after, upTo, dueAt };
      await enqueueMail(tx, jobs, { kind: 'form-entries', accountId, to: account!.email, language, at: now, details });
    });
  }

  return defineRecurring({
    name: 'form-notices',
    every: 10 * SECOND,
    async run({ signal }) {
      // Without a mail server, nobody reads them.
      if (mailer.kind !== 'smtp') return;
      for (let due: FormNoticeRow[] | undefined; due === undefined || due.length === AT_ONCE; ) {
        const now = clock();
        due = await listAllDueNotices(store.read, now, AT_ONCE);
        await forEach(due, signal, (one) => schedule(one, now));
      }
    },
  });
}

export function formEntriesMail(options: NotificationOptions): MailKind {
  return { compose: (mail: QueuedMail<Notice>) => messageFor(options, mail) };
}

/** Undefined if there is nothing to send, or nobody who wants it. */
async function messageFor(
  options: NotificationOptions,
  { accountId, to, details: { dueAt, ...wanted } }: QueuedMail<Notice>,
): Promise<Message | undefined> {
  const { store, clock, origins } = options;
  if (clock() - dueAt > TOO_LATE) return undefined;
  const settings = await readAccountSettings(store.read, accountId);
  const account = settings?.form_entries === 1 ? await recipientOf(options, { accountId, to }) : undefined;
  const block = account && (await findBlock(store.read, accountId, wanted.blockId));
  if (!account || !block) return undefined;
  const { entries, total } = await entriesAfter(store.read, accountId, { ...wanted, count: MAX_ENTRIES });
  if (total === 0) return undefined;
  const id = `form-entries.${wanted.blockId}.${entries[0]!.id}.${dueAt}`;
  const { language } = settings!;
  const recipient = await addressee(options, account, 'form_entries', { language, id });
  return newEntriesMessage(recipient, {
    form: (block.name ?? '').replace(/\s+/g, ' ').trim(),
    entries: entries.map((entry) => listOf(entry, block, settings!)),
    total,
    entriesUrl: origins.dashboardLink('/entries'),
  });
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
