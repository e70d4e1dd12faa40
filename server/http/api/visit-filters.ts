// Filters of visits: by property, and by days of a time zone.
import type { Static } from 'typebox';
import { startOfDay } from '../../../contract/local-time.ts';
import type { ReportParameters } from '../../../contract/schemas/analytics.ts';
import { type Micros, timestamp } from '../../../contract/time.ts';
import type { TimeZone } from '../../../contract/time-zones.ts';
import { type VisitDimension, visitDimensions } from '../../../contract/vocabulary.ts';
import type { Executor } from '../../storage/tables.ts';
import type { Span } from '../../visits/read/cover.ts';
import { clamped, EVER } from '../../visits/read/selection.ts';
import { type Filters, filtersFor } from '../../visits/read/value-filters.ts';
import { daysIn, zoneIn } from './local-days.ts';

export interface VisitFilters {
  /** Undefined if no day was given. */
  span: Span | undefined;
  zone: TimeZone;
  filters: Filters;
  /** Set if the caller has a share: the page or link that was shared. */
  sharedTarget?: number | undefined;
  /** All filters, as sent. */
  named: Record<string, string>;
}

export async function visitFilters(
  db: Executor,
  accountId: number,
  query: Static<typeof ReportParameters>,
): Promise<VisitFilters> {
  const { from, to, timezone } = query;
  const zone = zoneIn(timezone);
  const { first, last } = daysIn(query);
  const sent = new Map<VisitDimension, string | null>();
  const named: Record<string, string> = {};
  for (const dimension of visitDimensions) {
    const value = query[dimension];
    if (value === undefined) continue;
    named[dimension] = value;
    sent.set(dimension, value || null);
  }
  const start = first === undefined ? EVER.from : startOfDay(zone, first);
  const end = last === undefined ? EVER.to : startOfDay(zone, last + 1);
  return {
    span: from === undefined && to === undefined ? undefined : { from: clamped(start), to: clamped(end) },
    zone,
    filters: await filtersFor(db, accountId, sent),
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
