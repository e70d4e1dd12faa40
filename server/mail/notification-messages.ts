// Messages that owners have asked for: the weekly summary, and new form entries.
import { asHtml, asText, type Letter, type LetterList } from './layout.ts';
import type { Message } from './mailer.ts';

interface Recipient {
  to: string;
  /** BCP 47, for numbers and dates. */
  language: string;
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
  referrers: readonly { name: string; visits: number }[];
  statisticsUrl: string;
}

export function weeklySummaryMessage(recipient: Recipient, summary: WeeklySummary): Message {
  const { week, before, links, referrers } = summary;
  const format = new Intl.NumberFormat(recipient.language);
  const figure = (label: string, name: keyof WeekFigures) => ({
    label,
    value: format.format(week[name]),
    note: changeOf(week[name], before[name], recipient.language),
  });
  const lists: LetterList[] = [
    { title: 'Top links', rows: links.map(({ slug, clicks }) => [slug, counted(clicks, 'click', format)]) },
    { title: 'Top referrers', rows: referrers.map(({ name, visits }) => [name, counted(visits, 'visit', format)]) },
  ];
  return message(recipient, {
    subject: `Your week: ${counted(week.visits, 'visit', format)}`,
    paragraphs: [`${summary.page}, ${daysOf(summary, recipient.language)}, compared with the week before.`],
    figures: [figure('Visits', 'visits'), figure('Unique visitors', 'unique'), figure('Clicks', 'clicks')],
    lists: lists.filter(({ rows }) => rows.length > 0),
    button: { label: 'Open the statistics', url: summary.statisticsUrl },
    notes: ['Visitors are counted once a day.'],
    unsubscribe: { label: 'Stop the weekly summary', url: recipient.unsubscribeUrl },
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
  const format = new Intl.NumberFormat(recipient.language);
  const named = form === '' ? 'your form' : `“${form}”`;
  const rest = total - entries.length;
  return message(recipient, {
    subject: `${total === 1 ? 'New entry' : `${format.format(total)} new entries`} in ${named}`,
    paragraphs: [],
    lists: entries,
    button: { label: rest > 0 ? `See ${format.format(rest)} more` : 'See all entries', url: entriesUrl },
    notes: ['Visitors of your page wrote this. Check links before you follow them.'],
    unsubscribe: { label: 'Stop mails about form entries', url: recipient.unsubscribeUrl },
  });
}

function message({ to, id, unsubscribeUrl }: Recipient, letter: Letter): Message {
  return { to, id, unsubscribeUrl, subject: letter.subject, text: asText(letter), html: asHtml(letter) };
}

function counted(count: number, noun: string, format: Intl.NumberFormat): string {
  return `${format.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `+12%`; in words if there is nothing to compare with. */
function changeOf(now: number, before: number, language: string): string {
  if (now === before) return 'no change';
  if (before === 0) return 'none before';
  const style = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(language, style).format((now - before) / before);
}

function daysOf({ firstDay, lastDay }: WeeklySummary, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(new Date(firstDay), new Date(lastDay));
}
