// Which activities are shown, as it stands in the address bar: a reload and a pasted address show the same.
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ListActivitiesQuery } from '../../../../../clients/typescript/index.ts';
import { type ActivityGroup, activityGroupNames } from '../../../../../contract/activities.ts';
import { limits } from '../../../../../contract/limits.ts';
import { parseDay } from '../../../../../contract/local-time.ts';

export type ActivityView = Pick<ListActivitiesQuery, 'group' | 'search' | 'ip' | 'from' | 'to'>;

/** What makes no sense is left out: the API would refuse it. */
function parseActivityView(query: string): ActivityView {
  const given = new URLSearchParams(query);
  const group = activityGroupNames.find((name) => name === given.get('group'));
  const [search, ip] = [given.get('search')?.trim(), given.get('ip')?.trim()];
  const [from, to] = [dayIn(given.get('from')), dayIn(given.get('to'))];
  return {
    ...(group && { group: group as ActivityGroup }),
    ...(search && { search: search.slice(0, limits.activitySearch) }),
    ...(ip && ip.length <= limits.ip && { ip }),
    ...(from && { from }),
    ...(to && !(from && from > to) && { to }),
  };
}

function dayIn(text: string | null): string | undefined {
  return text !== null && parseDay(text) !== undefined ? text : undefined;
}

export function useActivityView(): [view: ActivityView, change: (fields: Partial<ActivityView>) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const view = useMemo(() => parseActivityView(search), [search]);
  const change = (fields: Partial<Record<keyof ActivityView, string | undefined>>) => {
    const entries = Object.entries({ ...view, ...fields }).filter(([, value]) => value);
    const text = new URLSearchParams(entries as [string, string][]).toString();
    navigate(path + (text && `?${text}`), { replace: true });
  };
  return [view, change];
}
