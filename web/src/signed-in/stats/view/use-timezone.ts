import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../queries.ts';

/** The time zone in which days begin: the one that the account has chosen, or that of the browser. */
export function useTimezone(): string {
  return useQuery(settingsQuery).data?.timezone ?? browserTimezone();
}

export function browserTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
