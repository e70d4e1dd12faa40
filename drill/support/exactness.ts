// Findings from the comparison of each visit with the counts.
import type { Comparison, NumberedVisits } from '../../test/faults/numbered-visits.ts';
import type { VisitReply } from '../../test/faults/visitors.ts';
import { type Finding, thousands } from './findings.ts';

export function exactness(visits: NumberedVisits, { lost, wrong, unanswered }: Comparison): Finding[] {
  const counted = visits.counted();
  return [
    {
      what: 'visits answered as counted that are counted once',
      figure: `${thousands(counted - lost.length)} of ${thousands(counted)}${someOf(lost)}`,
      target: 'all',
      met: lost.length === 0 && counted > 0,
    },
    {
      what: 'visits or sums counted twice or never made',
      figure: `${thousands(wrong.length)}${someOf(wrong)}`,
      target: '0',
      met: wrong.length === 0,
    },
    {
      what: 'visits without an answer, or answered as uncounted, that are counted',
      figure: `${thousands(unanswered)} of ${thousands(visits.sent() - counted)}, once`,
    },
  ];
}

/** Not a page or redirect with its visit counted. */
export function isOther({ said = '' }: VisitReply): boolean {
  return !/^(200|302) counted$/.test(said);
}

function someOf(names: readonly string[]): string {
  return names.length === 0 ? '' : `: ${names.slice(0, 3).join('; ')}`;
}
