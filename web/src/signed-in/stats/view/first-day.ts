import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type LocalDay, parseDay } from '../../../../../contract/local-time.ts';
import { api } from '../../../api/client.ts';
import { startOfMonth } from './ranges.ts';

/** Nobody has visits from before. */
const EARLIEST = '2000-01-01';

/** The start of all time: the first month with anything. */
export function useFirstDay(timezone: string, enabled: boolean): LocalDay | undefined {
  const { data } = useQuery({
    queryKey: ['stats', 'first-day', timezone],
    queryFn: ({ signal }) => api.analytics.getSeries({ from: EARLIEST, interval: 'month', timezone }, { signal }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (!data) return undefined;
    const first = data.points.find(({ visits, clicks, bots }) => visits + clicks + bots > 0) ?? data.points.at(-1)!;
    return startOfMonth(parseDay(first.date)!);
  }, [data]);
}
