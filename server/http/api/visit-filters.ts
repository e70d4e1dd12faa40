// Which visits somebody asks for: by what they tell of themselves, and by days of UTC.
import type { Static } from 'typebox';
import { invalid } from '../../../contract/errors.ts';
import type { EventParameters } from '../../../contract/schemas/analytics.ts';
import { DAY, instantIn, type Micros, timestamp } from '../../../contract/time.ts';
import { type VisitDimension, visitDimensions } from '../../../contract/vocabulary.ts';
import type { Span } from '../../visits/read/report.ts';

export const EVER: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };

export interface VisitFilters {
  /** Undefined where no day was named. */
  span: Span | undefined;
  filters: Map<VisitDimension, string>;
  /** All of it as it was asked for. */
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
    // A country's key is written small; elsewhere people write it large.
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

/** What lies further away than a number reaches is as far as it reaches. */
function start(day: string | undefined): Micros {
  return Math.min(Math.max(EVER.from, instantIn(day) ?? EVER.from), EVER.to);
}

function end(day: string | undefined): Micros {
  return day === undefined ? EVER.to : Math.min(start(day) + DAY, EVER.to);
}

export function presentSince(since: Micros | undefined): string | null {
  return since === undefined ? null : timestamp(since);
}
