// Filters of visits: by property, and by days of a time zone.
import type { Static } from 'typebox';
import { startOfDay } from '../../../contract/local-time.ts';
import type { ReportParameters } from '../../../contract/schemas/analytics.ts';
import { type Micros, timestamp } from '../../../contract/time.ts';
import type { TimeZone } from '../../../contract/time-zones.ts';
import { type VisitDimension, visitDimensions } from '../../../contract/vocabulary.ts';
import type { Span } from '../../visits/read/range-counts.ts';
import { clamped, EVER } from '../../visits/read/selection.ts';
import { daysIn, zoneIn } from './local-days.ts';

export interface VisitFilters {
  /** Undefined if no day was given. */
  span: Span | undefined;
  zone: TimeZone;
  filters: Map<VisitDimension, string | null>;
  /** Set if the caller has a share: the page or link that was shared. */
  sharedTarget?: number | undefined;
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

export function presentSince(since: Micros | undefined): string | null {
  return since === undefined ? null : timestamp(since);
}
