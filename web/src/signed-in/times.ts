// Times as people say them, in their own language and zone.
import { useLingui } from '@lingui/react';

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export interface Times {
  /** 3 March 2026 */
  date(time: string): string;
  /** 3 March 2026, 14:05 */
  moment(time: string): string;
  /** Monday 14:05, or 3 March at 14:05 if it is longer ago than a week. */
  lately(time: string): string;
  /** 14:05 */
  clock(time: Date): string;
  /** 2 hours ago */
  ago(time: string): string;
}

/** The language of the texts, in the person's own variety: British dates differ from American ones. */
export function useLocale(): string {
  const { i18n } = useLingui();
  return navigator.languages.find((tag) => tag.split('-')[0] === i18n.locale) ?? i18n.locale;
}

export function useTimes(): Times {
  const locale = useLocale();
  return {
    date: (time) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(time)),
    moment: (time) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time)),
    lately: (time) => lately(new Date(time), locale),
    clock: (time) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(time),
    ago: (time) => relative(new Date(time), new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })),
  };
}

const WEEK_MS = 6 * 86_400_000;

function lately(time: Date, locale: string): string {
  const isThisWeek = Date.now() - time.getTime() < WEEK_MS;
  const isThisYear = time.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(locale, {
    ...(isThisWeek ? { weekday: 'long' } : { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(time);
}

function relative(time: Date, format: Intl.RelativeTimeFormat): string {
  const seconds = (time.getTime() - Date.now()) / 1000;
  const [unit, length] = steps.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1];
  return unit === 'second' ? format.format(0, 'second') : format.format(Math.round(seconds / length), unit);
}
