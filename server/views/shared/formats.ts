// Numbers, dates and names of shared statistics, in the language of whoever reads them.
import { formatDate, formatNumber, localeOf } from '../../i18n/formats.ts';
import type { I18n } from '../../i18n/index.ts';

const shortDay = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const shortMonth = { month: 'short', year: 'numeric' } as const;

export function number({ language }: I18n, value: number, fractionDigits = 0): string {
  const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
  return formatNumber(localeOf(language), value, digits);
}

/** `12.5%`; a dash if there is nothing to compare with. */
export function percent({ language }: I18n, part: number, whole: number): string {
  if (whole === 0) return '–';
  const share = part / whole;
  const maximumFractionDigits = share < 0.1 ? 1 : 0;
  return formatNumber(localeOf(language), share, { style: 'percent', maximumFractionDigits });
}

/** `2026-11-15` as `15 Nov 2026`, or `Nov 2026` for a month. */
export function shortDate({ language }: I18n, date: string, interval: 'day' | 'month' = 'day'): string {
  return formatDate(localeOf(language), new Date(date), interval === 'day' ? shortDay : shortMonth);
}
