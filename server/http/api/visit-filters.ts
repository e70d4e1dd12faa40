// Filters of visits: by property, and by days of a time zone.
import type { Static } from 'typebox';
import { invalid } from '../../../contract/errors.ts';
import { type LocalDay, parseDay, startOfDay } from '../../../contract/local-time.ts';
import type { ReportParameters } from '../../../contract/schemas/analytics.ts';
import { type Micros, timestamp } from '../../../contract/time.ts';
import { findTimeZone, type TimeZone } from '../../../contract/time-zones.ts';
import { type VisitDimension, visitDimensions } from '../../../contract/vocabulary.ts';
import type { Span } from '../../visits/read/range-counts.ts';
import { clamped, EVER } from '../../visits/read/selection.ts';

export interface VisitFilters {
  /** Undefined if no day was given. */
  span: Span | undefined;
  zone: TimeZone;
  filters: Map<VisitDimension, string | null>;
  /** All filters, as sent. */
  named: Record<string, string>;
}

export function visitFilters(query: Static<typeof ReportParameters>): VisitFilters {
  const { from, to, timezone } = query;
  const zone = zoneIn(timezone);
  const { first, last } = daysIn(query);
  const filters = new Map<VisitDimension, string | null>();
  const named: Record<string, string> = {};
  for (const dimension of visitDimensions) {
    const value = query[dimension];
    if (value === undefined) continue;
    // Country keys are stored in lower case, but commonly written in upper case.
    named[dimension] = dimension === 'country' ? value.toLowerCase() : value;
    filters.set(dimension, named[dimension] || null);
  }
  const start = first === undefined ? EVER.from : startOfDay(zone, first);
  const end = last === undefined ? EVER.to : startOfDay(zone, last + 1);
  return {
    span: from === undefined && to === undefined ? undefined : { from: clamped(start), to: clamped(end) },
    zone,
    filters,
    named: {
      ...named,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(timezone === undefined ? {} : { timezone }),
    },
  };
}

function zoneIn(timezone = 'UTC'): TimeZone {
  const zone = findTimeZone(timezone);
  if (!zone) throw invalid({ timezone: ['The field timezone must be an IANA time zone such as Europe/Berlin.'] });
  return zone;
}

export interface Days {
  first: LocalDay | undefined;
  last: LocalDay | undefined;
}

export function daysIn({ from, to }: Pick<Static<typeof ReportParameters>, 'from' | 'to'>): Days {
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

export function presentSince(since: Micros | undefined): string | null {
  return since === undefined ? null : timestamp(since);
}
