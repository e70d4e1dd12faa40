// Filters of visits, by property and by UTC days.
import type { Static } from 'typebox';
import { invalid } from '../../../contract/errors.ts';
import type { EventParameters } from '../../../contract/schemas/analytics.ts';
import { DAY, instantIn, type Micros, timestamp } from '../../../contract/time.ts';
import { type VisitDimension, visitDimensions } from '../../../contract/vocabulary.ts';
import type { Span } from '../../visits/read/report.ts';

export const EVER: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };

export interface VisitFilters {
  /** Undefined if no day was given. */
  span: Span | undefined;
  filters: Map<VisitDimension, string>;
  /** All filters, as sent. */
  named: Record<string, string>;
}

export function visitFilters(query: Static<typeof EventParameters>): VisitFilters {
  const { from, to } = query;
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid({ from: ['The field from must not be a later day than the field to.'] });
  }
  const filters = new Map<VisitDimension, string>();
  for (const dimension of visitDimensions) {
    const value = query[dimension];
    // Country keys are stored in lower case, but commonly written in upper case.
    if (value !== undefined) filters.set(dimension, dimension === 'country' ? value.toLowerCase() : value);
  }
  return {
    span: from === undefined && to === undefined ? undefined : { from: start(from), to: end(to) },
    filters,
    named: {
      ...Object.fromEntries(filters),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
  };
}

/** Clamped to the range of safe integers. */
function start(day: string | undefined): Micros {
  return Math.min(Math.max(EVER.from, instantIn(day) ?? EVER.from), EVER.to);
}

function end(day: string | undefined): Micros {
  return day === undefined ? EVER.to : Math.min(start(day) + DAY, EVER.to);
}

export function presentSince(since: Micros | undefined): string | null {
  return since === undefined ? null : timestamp(since);
}
