// Moments as they are typed, in the zone of this browser, and as they are stored, in UTC.
import { useLingui } from '@lingui/react/macro';
import { useLocale } from '../../../language.ts';

/** For a field of type `datetime-local`. */
export function localText(moment: unknown): string {
  const date = typeof moment === 'string' ? new Date(moment) : undefined;
  if (!date || Number.isNaN(date.getTime())) return '';
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Null where nothing complete was typed. */
export function momentOf(typed: string): string | null {
  const date = new Date(typed);
  return typed === '' || Number.isNaN(date.getTime()) ? null : date.toISOString().replace('.000Z', 'Z');
}

/** “9 Dec 2026, 08:00 UTC”, and the zone that is typed in. */
export function useUtc(): (moment: string | null) => string {
  const { t } = useLingui();
  const locale = useLocale();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return (moment) => (moment === null ? t`In your zone, ${zone}` : t`${format.format(new Date(moment))} UTC`);
}
