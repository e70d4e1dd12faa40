// The view in the address bar, and the period that it means in the account's time zone.
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { dayAt, type Interval, type LocalDay, type LocalRange } from '../../../../../contract/local-time.ts';
import { formatDay } from '../../../../../contract/time.ts';
import { findTimeZone } from '../../../../../contract/time-zones.ts';
import { useFirstDay } from './first-day.ts';
import { intervalFor, presetRange } from './ranges.ts';
import { formatView, parseView, type StatsView } from './stats-view.ts';
import { useTimezone } from './use-timezone.ts';

export interface StatsPeriod {
  readonly timezone: string;
  readonly today: LocalDay;
  /** Undefined until the first day of all time is known. */
  readonly range: LocalRange | undefined;
  readonly interval: Interval;
}

/** What is asked of the API. */
export interface PeriodQuery {
  timezone: string;
  from?: string;
  to?: string;
}

export function useStatsView(): [view: StatsView, change: (view: StatsView) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const view = useMemo(() => parseView(search), [search]);
  return [view, (next) => navigate(path + formatView(next))];
}

export function useStatsPeriod(view: StatsView): StatsPeriod {
  const timezone = useTimezone();
  const today = dayAt(findTimeZone(timezone) ?? findTimeZone('UTC')!, Date.now() * 1000);
  const isAll = view.range === 'all';
  const firstDay = useFirstDay(timezone, isAll);
  const range = isAll
    ? firstDay === undefined
      ? undefined
      : { first: Math.min(firstDay, today), last: today }
    : rangeOf(view.range, today);
  const interval = intervalFor(range ?? { first: today - 365, last: today }, view.interval);
  return { timezone, today, range, interval };
}

function rangeOf(range: StatsView['range'], today: LocalDay): LocalRange | undefined {
  return typeof range === 'object' ? range : presetRange(range, today);
}

/** All time is asked for without days: it is read from totals. */
export function periodQuery(view: StatsView, { timezone, range }: StatsPeriod): PeriodQuery {
  if (view.range === 'all' || !range) return { timezone };
  return { timezone, from: formatDay(range.first), to: formatDay(range.last) };
}
