// Parses an expiry: a day, a time, or a span from now.
import { invalid } from '../../contract/errors.ts';
import { DAY, HOUR, type Micros } from '../../contract/time.ts';
import { addMonths } from '../domain/plans/calendar.ts';

const spans: Record<string, (now: Micros, count: number) => Micros> = {
  h: (now, count) => now + count * HOUR,
  d: (now, count) => now + count * DAY,
  w: (now, count) => now + count * 7 * DAY,
  m: (now, count) => addMonths(now, count),
  y: (now, count) => addMonths(now, 12 * count),
};

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,6})\d*)?)?(Z|z|[+-]\d{2}:?\d{2})?)?$/;
const LAST: Micros = Date.UTC(9999, 11, 31) * 1000;

export const expiryHelp = 'a day (2027-01-31, at 00:00), a time (2027-01-31T12:00Z) or a span (12h, 30d, 2w, 6m, 1y)';

export function parseExpiry(text: string, now: Micros): Micros {
  const at = span(text, now) ?? moment(text);
  if (at === undefined || Number.isNaN(at) || at > LAST) {
    throw invalid({ expires: [`--expires must be ${expiryHelp} (it is "${text}").`] });
  }
  if (at <= now) throw invalid({ expires: [`--expires must be in the future (it is "${text}").`] });
  return at;
}

function span(text: string, now: Micros): Micros | undefined {
  const [, count, unit] = /^(\d{1,6})([hdwmy])$/.exec(text) ?? [];
  return unit === undefined ? undefined : spans[unit]!(now, Number(count));
}

/** Defaults to UTC, like every time that Fingerpost shows. */
function moment(text: string): Micros | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [, day, time = '00:00', seconds = '00', fraction = '', zone = 'Z'] = match;
  // Date parses the 30th of February as the 2nd of March.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  const whole = Date.parse(`${day}T${time}:${seconds}${zone.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2')}`);
  return whole * 1000 + Number(fraction.padEnd(6, '0'));
}
