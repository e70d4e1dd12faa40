// Days of a time zone, as queries name them.
import { invalid } from '../../../contract/errors.ts';
import { type LocalDay, parseDay } from '../../../contract/local-time.ts';
import { findTimeZone, type TimeZone } from '../../../contract/time-zones.ts';

export function zoneIn(timezone = 'UTC'): TimeZone {
  const zone = findTimeZone(timezone);
  if (!zone) throw invalid({ timezone: ['The field timezone must be an IANA time zone such as Europe/Berlin.'] });
  return zone;
}

export interface Days {
  first: LocalDay | undefined;
  last: LocalDay | undefined;
}

export function daysIn({ from, to }: { from?: string | undefined; to?: string | undefined }): Days {
  const [first, last] = [dayIn('from', from), dayIn('to', to)];
  if (first !== undefined && last !== undefined && first > last) {
    throw invalid({ from: ['The field from must not be a later day than the field to.'] });
  }
  return { first, last };
}

function dayIn(name: string, text: string | undefined): LocalDay | undefined {
  if (text === undefined) return undefined;
  const date = parseDay(text);
  if (date === undefined) throw invalid({ [name]: [`The field ${name} must be a date such as 2026-11-15.`] });
  return date;
}
