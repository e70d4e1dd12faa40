// Visits as they are kept one by one: a line for each, which names no visitor, only whether one was new. So how many lines
// there are is how many visits, and how many say "new" is how many visitors. Lines of one quarter of an hour make up a
// text, the earliest first; what was put together later may stand in any order behind it.
import type { Micros } from '../../contract/time.ts';
import type { VisitDimension, visitTraits } from '../../contract/vocabulary.ts';
import type { VisitEventRow } from '../storage/tables.ts';
import { QUARTER } from '../storage/visit-events.ts';
import type { FreshCounts } from '../storage/visits.ts';
import type { RecordedVisit, UncountedKind } from './events.ts';

/** A text that is longer than this gets a row of its own; a shorter one waits beside the counts. */
const LONGEST_WAITING = 4096;

export interface KeptEvent {
  at: Micros;
  targetId: number;
  kind: 'counted' | UncountedKind;
  /** The visitor's first of the day to the target. */
  isUnique: boolean;
  /** Undefined where the visit does not tell. */
  of(dimension: Exclude<VisitDimension, 'kind'>): string | undefined;
}

/** Their places in a line; of what is kept already none may move. */
const places = [
  'country',
  'city',
  'os',
  'browser',
  'device',
  'referrer',
  'app',
  'language',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies readonly Exclude<VisitDimension, 'kind'>[];
const traitPlaces = places.slice(4) as (typeof visitTraits)[number][];
const placeOf = new Map<VisitDimension, number>(places.map((name, place) => [name, place + 2]));

const NEW_TO_TARGET = 1;
const NEW_TO_LINKS = 2;
const UNTOLD = 0;

type Values = [at: Micros, kind: UncountedKind] | [at: Micros, flags: number, ...told: (string | typeof UNTOLD)[]];

export function writeKept(visit: RecordedVisit, isNewToTarget: boolean, isNewToLinks: boolean): string {
  const { at, uncounted, country, city, os, browser, traits } = visit;
  if (uncounted) return JSON.stringify([at, uncounted]);
  const flags = (isNewToTarget ? NEW_TO_TARGET : 0) + (isNewToLinks ? NEW_TO_LINKS : 0);
  const values: (string | number)[] = [at, flags, country, city, os, browser];
  if (traits) {
    let untold = 0;
    for (const name of traitPlaces) {
      const value = traits[name];
      if (value === undefined) untold += 1;
      else {
        for (; untold > 0; untold -= 1) values.push(UNTOLD);
        values.push(value);
      }
    }
  }
  return JSON.stringify(values);
}

export function readKept(line: string, targetId: number): KeptEvent {
  const values = JSON.parse(line) as Values;
  const [at, flags] = values;
  const isVisit = typeof flags === 'number';
  return {
    at,
    targetId,
    kind: isVisit ? 'counted' : flags,
    isUnique: isVisit && (flags & NEW_TO_TARGET) !== 0,
    of(dimension) {
      const value = isVisit ? values[placeOf.get(dimension)!] : UNTOLD;
      return typeof value === 'string' ? value : undefined;
    },
  };
}

/** When the visit of a line was; of a text, its first. */
export function atOf(line: string): Micros {
  return Number(line.slice(1, line.indexOf(',')));
}

/** Both, the earliest first. */
export function joined(one: string, other: string): string {
  if (one === '' || other === '') return one || other;
  return atOf(one) <= atOf(other) ? `${one}\n${other}` : `${other}\n${one}`;
}

export function linesIn(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Whether there are so many that they do not wait any longer. */
export function areMany({ events }: FreshCounts): boolean {
  return events.length > LONGEST_WAITING;
}

export function eventRowOf({ account_id, target_id, bucket, events }: FreshCounts): VisitEventRow {
  const at = atOf(events);
  const isWithin = at >= bucket && at < bucket + QUARTER;
  return { account_id, at: isWithin ? at : bucket, target_id, count: linesIn(events).length, events };
}
