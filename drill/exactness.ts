// What is found when each visit is held against what was counted.
import type { Comparison, NumberedVisits } from '../test/faults/numbered-visits.ts';
import type { VisitReply } from '../test/faults/visitors.ts';
import type { Finding } from './drill.ts';
import { thousands } from './figures.ts';

export function exactness(visits: NumberedVisits, { lost, wrong, unanswered }: Comparison): Finding[] {
  const counted = visits.counted();
  return [
    {
      what: 'visits answered as counted that are there once',
      figure: `${thousands(counted - lost.length)} of ${thousands(counted)}${someOf(lost)}`,
      target: 'all',
      met: lost.length === 0 && counted > 0,
    },
    {
      what: 'visits or sums that are there twice, or that nobody made',
      figure: `${thousands(wrong.length)}${someOf(wrong)}`,
      target: '0',
      met: wrong.length === 0,
    },
    {
      what: 'visits whose answer never came, or was a refusal, that are there all the same',
      figure: `${thousands(unanswered)} of ${thousands(visits.sent() - counted)}, once`,
      met: true,
    },
  ];
}

/** Neither a page nor a redirect with its visit counted. */
export function isOther({ said = '' }: VisitReply): boolean {
  return !/^(200|302) counted$/.test(said);
}

function someOf(names: readonly string[]): string {
  return names.length === 0 ? '' : `: ${names.slice(0, 3).join('; ')}`;
}
