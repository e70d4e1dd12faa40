/** The time zone in which days begin: that of the browser. */
export function useTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
