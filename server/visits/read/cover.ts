// Covers a period with as few months, days and quarters of an hour as possible. At each end, periods are added up to the
// next boundary, or a whole period is taken and the rest subtracted.
import type { Micros } from '../../../contract/time.ts';
import { DAY } from '../../../contract/time.ts';
import { QUARTER } from '../../storage/visits/visit-events.ts';
import { nextPeriodStart, periodStart, TIERS, type Tier } from '../../storage/visits/visit-periods.ts';

/** Both are on a quarter of an hour. `to` is excluded. */
export interface Span {
  from: Micros;
  to: Micros;
}

export interface CoverPart extends Span {
  tier: Tier;
  /** -1 if its counts are subtracted. */
  sign: 1 | -1;
}

export function cover(span: Span): CoverPart[] {
  return span.from < span.to ? coverFrom(TIERS.quarter, span) : [];
}

function coverFrom(tier: Tier, span: Span): CoverPart[] {
  const direct: CoverPart[] = [{ tier, ...span, sign: 1 }];
  if (tier === TIERS.month) return direct;
  const coarser = tier === TIERS.quarter ? TIERS.day : TIERS.month;
  const candidates = [direct];
  for (const from of [periodStart(coarser, span.from), nextPeriodStart(coarser, span.from)]) {
    for (const to of [periodStart(coarser, span.to), nextPeriodStart(coarser, span.to)]) {
      if (from < to) {
        candidates.push([
          ...coverFrom(coarser, { from, to }),
          ...between(tier, span.from, from),
          ...between(tier, to, span.to),
        ]);
      }
    }
  }
  return candidates.reduce((best, each) => (rowsIn(each) < rowsIn(best) ? each : best));
}

/** From `start` to `end`, or subtracted from `end` to `start`. */
function between(tier: Tier, start: Micros, end: Micros): CoverPart[] {
  if (start === end) return [];
  return start < end ? [{ tier, from: start, to: end, sign: 1 }] : [{ tier, from: end, to: start, sign: -1 }];
}

const lengths = { [TIERS.quarter]: QUARTER, [TIERS.day]: DAY, [TIERS.month]: 30 * DAY };

function rowsIn(parts: readonly CoverPart[]): number {
  return parts.reduce((sum, { tier, from, to }) => sum + (to - from) / lengths[tier], 0);
}
