import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Activity, FingerpostError } from '../../../../../clients/typescript/index.ts';
import { type ActivityGroup, activityGroups } from '../../../../../contract/activities.ts';
import { api } from '../../../api/client.ts';
import { ownFetch } from '../../../api/own-fetch.ts';
import { downloadBlob } from '../../download.ts';
import type { ActivityView } from './activity-view.ts';

const PER_PAGE = 50;

export function activitiesQuery(view: ActivityView, timezone: string) {
  return infiniteQueryOptions({
    queryKey: ['activities', view, timezone],
    queryFn: ({ signal, pageParam: page }) =>
      api.activities.list({ ...view, timezone, page, results_per_page: PER_PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
}

export interface ActivityDay {
  /** 2026-11-15, in the time zone. */
  readonly date: string;
  readonly activities: Activity[];
}

/** In the order of the list. What moved to the next page, because something new was added, is there once. */
export function byDay(activities: readonly Activity[], timezone: string): ActivityDay[] {
  // Swedish dates are ISO dates.
  const format = new Intl.DateTimeFormat('sv', { timeZone: timezone });
  const days: ActivityDay[] = [];
  const seen = new Set<number>();
  for (const activity of activities) {
    if (seen.has(activity.id)) continue;
    seen.add(activity.id);
    const date = format.format(new Date(activity.created_at));
    if (days.at(-1)?.date !== date) days.push({ date, activities: [] });
    days.at(-1)!.activities.push(activity);
  }
  return days;
}

export function groupOf({ type }: Activity): ActivityGroup | undefined {
  const groups = Object.entries(activityGroups) as [ActivityGroup, readonly string[]][];
  return groups.find(([, types]) => types.includes(type))?.[0];
}

/** All that match, as the service writes them. */
export async function downloadActivities(view: ActivityView, timezone: string): Promise<void> {
  // Asks to sign in again where that is needed; the file itself is not read by the client, which knows JSON only.
  await api.activities.list({ ...view, timezone });
  const url = `/api/v1/activities?${new URLSearchParams({ ...view, timezone })}`;
  const answer = await ownFetch(url, { headers: { accept: 'text/csv' } });
  if (!answer.ok) throw new FingerpostError('unexpected_answer', answer.statusText, { status: answer.status });
  downloadBlob('activity.csv', await answer.blob());
}
