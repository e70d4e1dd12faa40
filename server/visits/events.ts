// Visits as they wait to be counted: all that were recorded together as one text, a list of values for each.
import type { Micros } from '../../contract/time.ts';
import type { VisitEvent } from './identify.ts';

/** A visit as far as counting it goes. */
export type RecordedVisit = Omit<VisitEvent, 'address'>;

type Values = [
  accountId: number,
  at: Micros,
  targetId: number,
  visitor: string,
  country: string,
  city: string,
  os: string,
  browser: string,
];

export function writeEvents(events: readonly RecordedVisit[]): string {
  const rows = events.map(({ accountId, at, targetId, visitor, country, city, os, browser }): Values => {
    return [accountId, at, targetId, visitor, country, city, os, browser];
  });
  return JSON.stringify(rows);
}

export function readEvents(text: string): RecordedVisit[] {
  return (JSON.parse(text) as Values[]).map(([accountId, at, targetId, visitor, country, city, os, browser]) => {
    return { accountId, at, targetId, visitor, country, city, os, browser };
  });
}
