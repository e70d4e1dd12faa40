// Numbers and dates of shared statistics.

const numbers = new Intl.NumberFormat('en-US');
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

export function number(value: number): string {
  return numbers.format(value);
}

/** `12.5%`; a dash if there is nothing to compare with. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–';
  const value = (part / whole) * 100;
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)}%`;
}

/** `2026-11-15` as `15 Nov 2026`, or `Nov 2026` for a month. */
export function shortDate(date: string, interval: 'day' | 'month' = 'day'): string {
  return (interval === 'day' ? days : months).format(new Date(date));
}
