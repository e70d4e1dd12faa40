// Numbers, dates and names as people write them in the language of the interface.
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import type { Interval, LocalRange } from '../../../../contract/local-time.ts';
import { formatDay } from '../../../../contract/time.ts';
import { useLocale } from '../../language.ts';
import type { Dimension } from './cards/dimensions.ts';
import type { Metric } from './view/stats-view.ts';

export interface Words {
  number(value: number): string;
  /** Of a share between 0 and 1. */
  percent(share: number): string;
  /** Of a change, which need not be exact. */
  roughPercent(share: number): string;
  /** A figure by its kind; a dash if it is not known. */
  figure(metric: Metric, value: number | null): string;
  /** Short, for the axis. */
  axis(metric: Metric, value: number): string;
  /** Of a point of a series. */
  date(point: PointTime, interval: Interval): string;
  /** For the axis of time. */
  tick(date: string, interval: Interval): string;
  days(range: LocalRange): string;
  /** Of a row of a breakdown. */
  name(dimension: Dimension, key: string, given?: string): string;
}

interface PointTime {
  date: string;
  start: string;
  /** An hour that clocks repeat: with its offset. */
  isRepeated?: boolean;
  timezone: string;
}

const kindNames = {
  bot: msg`Bots and crawlers`,
  preview: msg`Link previews`,
  prefetch: msg`Prefetches`,
  head: msg`HEAD requests`,
  counted: msg`People`,
};
const deviceNames = {
  Computer: msg`Computer`,
  Phone: msg({ message: 'Phone', context: 'device' }),
  Tablet: msg`Tablet`,
  Television: msg`Television`,
  Console: msg`Console`,
  Watch: msg`Watch`,
};
const UNKNOWN_COUNTRY = 'xx';
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export function useWords(): Words {
  const { i18n } = useLingui();
  const locale = useLocale();
  return useMemo(() => {
    const number = new Intl.NumberFormat(locale);
    const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
    const rough = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
    const utc = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
    const long = utc({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
    const day = utc({ day: 'numeric', month: 'short' });
    const dayOfYear = utc({ day: 'numeric', month: 'short', year: 'numeric' });
    const month = utc({ month: 'long', year: 'numeric' });
    const year = utc({ year: 'numeric' });
    const shortMonth = utc({ month: 'short' });
    const hour = utc({ hour: '2-digit', minute: '2-digit' });
    const hourOfDay = utc({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
    const weekday = utc({ weekday: 'long' });
    const regions = new Intl.DisplayNames(locale, { type: 'region' });
    const languages = new Intl.DisplayNames(locale, { type: 'language' });
    const instant = (date: string) => Date.parse(date.length > 10 ? `${date}Z` : date);

    function date({ date: text, start, isRepeated, timezone }: PointTime, interval: Interval): string {
      if (interval === 'month') return month.format(instant(text));
      if (interval === 'week') return i18n._(msg`Week of ${dayOfYear.format(instant(text))}`);
      if (interval === 'day') return long.format(instant(text));
      if (!isRepeated) return hourOfDay.format(instant(text));
      return new Intl.DateTimeFormat(locale, {
        timeZone: timezone,
        hour: '2-digit',
        minute: '2-digit',
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        timeZoneName: 'short',
      }).format(Date.parse(start));
    }

    function name(dimension: Dimension, key: string, given = key): string {
      if (dimension === 'country') return key === UNKNOWN_COUNTRY ? i18n._(msg`Unknown`) : regionName(key);
      if (dimension === 'city') {
        const code = /, ([A-Z]{2})$/.exec(key)?.[1];
        if (!code || code.toLowerCase() === UNKNOWN_COUNTRY) return code ? i18n._(msg`Unknown`) : given;
        const city = key.slice(0, -4);
        return `${city === 'Unknown' ? i18n._(msg`Unknown`) : city}, ${regionName(code)}`;
      }
      if (dimension === 'language') return tryName(languages, key);
      if (dimension === 'kind') return translated(kindNames, key) ?? given;
      if (dimension === 'device' && key in deviceNames) return translated(deviceNames, key)!;
      if (dimension === 'hour') return hour.format(Number(key) * 3_600_000);
      if (dimension === 'weekday') return weekday.format(MONDAY + (Number(key) - 1) * DAY_MS);
      if (dimension === 'referrer' && key === '') return i18n._(msg`Direct / unknown`);
      if (key === 'Unknown') return i18n._(msg`Unknown`);
      return key === 'Other' ? i18n._(msg`Other`) : given;
    }

    function translated(names: Record<string, (typeof kindNames)['bot']>, key: string): string | undefined {
      return Object.hasOwn(names, key) ? i18n._(names[key]!) : undefined;
    }

    function regionName(code: string): string {
      return tryName(regions, code.toUpperCase());
    }

    return {
      number: (value) => number.format(value),
      percent: (share) => percent.format(share),
      roughPercent: (share) => (share < 0.1 ? percent : rough).format(share),
      figure: (metric, value) => {
        if (value === null) return '–';
        return metric === 'click_through' ? percent.format(value) : number.format(value);
      },
      axis: (metric, value) => (metric === 'click_through' ? percent : compact).format(value),
      date,
      tick: (text, interval) => {
        const at = instant(text);
        if (interval === 'hour') return hour.format(at);
        if (interval !== 'month') return day.format(at);
        return (text.slice(5, 7) === '01' ? year : shortMonth).format(at);
      },
      days: ({ first, last }) => {
        const [from, to] = [instant(formatDay(first)), instant(formatDay(last))];
        return first === last ? dayOfYear.format(from) : dayOfYear.formatRange(from, to);
      },
      name,
    };
  }, [locale, i18n]);
}

/** What is no code has itself as its name. */
function tryName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
