// Messages that owners have asked for: the weekly summary, and new form entries.
import { formatDays, formatNumber, localeOf } from '../i18n/formats.ts';
import { type I18n, i18nFor } from '../i18n/index.ts';
import { valueName } from '../i18n/value-names.ts';
import { asHtml, asText, type Letter, type LetterList } from './layout.ts';
import type { Message } from './mailer.ts';
import type { Addressee } from './messages.ts';

interface Recipient extends Addressee {
  unsubscribeUrl: string;
  /** The same for every attempt to send it. */
  id: string;
}

export interface WeekFigures {
  visits: number;
  unique: number;
  clicks: number;
}

export interface WeeklySummary {
  /** Without the scheme: `links.example/ada`. */
  page: string;
  /** `2026-11-09` */
  firstDay: string;
  lastDay: string;
  week: WeekFigures;
  before: WeekFigures;
  links: readonly { slug: string; clicks: number }[];
  referrers: readonly { key: string; name: string; visits: number }[];
  statisticsUrl: string;
}

export function weeklySummaryMessage(recipient: Recipient, summary: WeeklySummary): Message {
  const { week, before, links, referrers } = summary;
  const i18n = i18nFor(recipient.language);
  const figure = (label: string, name: keyof WeekFigures) => ({
    label,
    value: formatNumber(localeOf(i18n.language), week[name]),
    note: changeOf(i18n, week[name], before[name]),
  });
  const lists: LetterList[] = [
    {
      title: i18n.t('Top links'),
      rows: links.map(({ slug, clicks }) => [
        slug,
        i18n.t('{clicks, plural, one {# click} other {# clicks}}', { clicks }),
      ]),
    },
    {
      title: i18n.t('Top referrers'),
      rows: referrers.map(({ visits, ...referrer }) => [
        valueName(i18n, 'referrer', referrer),
        i18n.t('{visits, plural, one {# visit} other {# visits}}', { visits }),
      ]),
    },
  ];
  return message(recipient, i18n, {
    subject: i18n.t('Your week: {visits, plural, one {# visit} other {# visits}}', { visits: week.visits }),
    paragraphs: [
      i18n.t('{page}, {days}, compared with the week before.', { page: summary.page, days: daysOf(i18n, summary) }),
    ],
    figures: [
      figure(i18n.t('Visits'), 'visits'),
      figure(i18n.t('Unique visitors'), 'unique'),
      figure(i18n.t('Clicks'), 'clicks'),
    ],
    lists: lists.filter(({ rows }) => rows.length > 0),
    button: { label: i18n.t('Open the statistics'), url: summary.statisticsUrl },
    notes: [i18n.t('Visitors are counted once a day.')],
    unsubscribe: { label: i18n.t('Stop the weekly summary'), url: recipient.unsubscribeUrl },
  });
}

export interface NewEntries {
  /** The name of the form; empty if it has none. */
  form: string;
  /** The first of them, as lists of fields. */
  entries: readonly LetterList[];
  total: number;
  entriesUrl: string;
}

export function newEntriesMessage(recipient: Recipient, { form, entries, total, entriesUrl }: NewEntries): Message {
  const i18n = i18nFor(recipient.language);
  const rest = total - entries.length;
  return message(recipient, i18n, {
    subject:
      form === ''
        ? i18n.t('{total, plural, one {New entry in your form} other {# new entries in your form}}', { total })
        : i18n.t('{total, plural, one {New entry in “{form}”} other {# new entries in “{form}”}}', { total, form }),
    paragraphs: [],
    lists: entries,
    button: {
      label: rest > 0 ? i18n.t('See {rest, number} more', { rest }) : i18n.t('See all entries'),
      url: entriesUrl,
    },
    notes: [i18n.t('Visitors of your page wrote this. Check links before you follow them.')],
    unsubscribe: { label: i18n.t('Stop mails about form entries'), url: recipient.unsubscribeUrl },
  });
}

function message({ to, id, unsubscribeUrl }: Recipient, i18n: I18n, letter: Letter): Message {
  return { to, id, unsubscribeUrl, subject: letter.subject, text: asText(letter), html: asHtml(letter, i18n) };
}

/** `+12%`; in words if there is nothing to compare with. */
function changeOf(i18n: I18n, now: number, before: number): string {
  if (now === before) return i18n.t('no change');
  if (before === 0) return i18n.t('none before');
  const style = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const;
  return formatNumber(localeOf(i18n.language), (now - before) / before, style);
}

function daysOf({ language }: I18n, { firstDay, lastDay }: WeeklySummary): string {
  return formatDays(localeOf(language), new Date(firstDay), new Date(lastDay), { dateStyle: 'long' });
}
