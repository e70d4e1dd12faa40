// The format of recorded visits in the queue: one text per batch, with a list of values for each visit.
import type { Micros } from '../../../contract/time.ts';
import type { VisitEvent } from './identify.ts';
import type { Traits } from './traits.ts';

/** A visit with everything needed to count it. */
export type RecordedVisit = Omit<VisitEvent, 'address'> & {
  /** Not a visit: counted as a separate series, without other values. */
  uncounted?: UncountedKind;
};

export type UncountedKind = 'bot' | 'preview' | 'prefetch' | 'head';

/** A request that is not a visit. */
export function uncountedEvent(
  accountId: number,
  targetId: number,
  at: Micros,
  uncounted: UncountedKind,
): RecordedVisit {
  return { accountId, targetId, at, visitor: '', country: '', city: '', os: '', browser: '', uncounted };
}

type Values = [
  accountId: number,
  at: Micros,
  targetId: number,
  visitor: string,
  country: string,
  city: string,
  os: string,
  browser: string,
  traits?: Traits | null,
  uncounted?: UncountedKind,
];

export function writeEvents(events: readonly RecordedVisit[]): string {
  const rows = events.map((event): Values => {
    const { accountId, at, targetId, visitor, country, city, os, browser, traits, uncounted } = event;
    if (uncounted) return [accountId, at, targetId, visitor, country, city, os, browser, null, uncounted];
    if (traits) return [accountId, at, targetId, visitor, country, city, os, browser, traits];
    return [accountId, at, targetId, visitor, country, city, os, browser];
  });
  return JSON.stringify(rows);
}

export function readEvents(text: string): RecordedVisit[] {
  return (JSON.parse(text) as Values[]).map((values) => {
    const [accountId, at, targetId, visitor, country, city, os, browser, traits, uncounted] = values;
    const visit = { accountId, at, targetId, visitor, country, city, os, browser };
    if (uncounted) return { ...visit, uncounted };
    return traits ? { ...visit, traits } : visit;
  });
}
