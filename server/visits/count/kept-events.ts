// Visits as they are kept one by one: a line for each, which names no visitor, only whether one was new. So how many lines
// there are is how many visits, and how many say "new" is how many visitors. Lines of one quarter of an hour make up a
// text, the earliest first; what was put together later may stand in any order behind it.
//
//   1773144000000000|3|de|Berlin, DE|Android|Chrome|phone||Instagram|en
//   1773144001000000|bot
//
// The text is sent to the store within JSON, again and again while it grows: so there is nothing in it that JSON escapes.
import type { Micros } from '../../../contract/time.ts';
import type { VisitDimension, visitTraits } from '../../../contract/vocabulary.ts';
import type { VisitEventRow } from '../../storage/tables.ts';
import { QUARTER } from '../../storage/visits/visit-events.ts';
import type { FreshCounts } from '../../storage/visits/visits.ts';
import type { RecordedVisit, UncountedKind } from '../record/events.ts';

/**
 * A text that is longer than this gets a row of its own; a shorter one waits beside the counts, where every fold writes it
 * again. Four times as much costs a page that is visited now and then 10 µs more a visit, a quarter of it as many rows.
 */
const MAX_WAITING = 1024;

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

export function writeKept(visit: RecordedVisit, isNewToTarget: boolean, isNewToLinks: boolean): string {
  const { at, uncounted, country, city, os, browser, traits } = visit;
  if (uncounted) return `${at}|${uncounted}`;
  const flags = (isNewToTarget ? NEW_TO_TARGET : 0) + (isNewToLinks ? NEW_TO_LINKS : 0);
  let line = `${at}|${flags}|${written(country)}|${written(city)}|${written(os)}|${written(browser)}`;
  if (!traits) return line;
  let untold = '|';
  for (const name of traitPlaces) {
    const value = traits[name];
    if (value === undefined) untold += '|';
    else {
      line += untold + written(value);
      untold = '|';
    }
  }
  return line;
}

export function readKept(line: string, targetId: number): KeptEvent {
  const values = line.split('|');
  const flags = Number(values[1]);
  const isVisit = !Number.isNaN(flags);
  return {
    at: Number(values[0]),
    targetId,
    kind: isVisit ? 'counted' : (values[1] as UncountedKind),
    isUnique: isVisit && (flags & NEW_TO_TARGET) !== 0,
    of: (dimension) => read(values[placeOf.get(dimension)!]),
  };
}

/** As most values are: told fast. */
const plain = /^[\w .,:'()-]+$/;
/** What a line and its text are made of, and what a store may not take. */
const special = /[%|\p{Cc}\p{Cs}]/u;
const everySpecial = /[%|\p{Cc}]/gu;
const EMPTY = '%';

/** A value as it stands in a line. */
export function written(value: string): string {
  if (plain.test(value)) return value;
  if (value === '') return EMPTY;
  return special.test(value) ? value.toWellFormed().replaceAll(everySpecial, encodeURIComponent) : value;
}

/** Where there is nothing, the visit does not tell. */
function read(value: string | undefined): string | undefined {
  if (value === EMPTY) return '';
  return value?.includes('%') ? decodeURIComponent(value) : value || undefined;
}

/** When the visit of a line was; of a text, its first. */
export function atOf(line: string): Micros {
  return Number(line.slice(0, line.indexOf('|')));
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
  return events.length > MAX_WAITING;
}

export function eventRowOf({ account_id, target_id, bucket, events }: FreshCounts): VisitEventRow {
  const at = atOf(events);
  const isWithin = at >= bucket && at < bucket + QUARTER;
  const lines = linesIn(events);
  const until = lines.reduce((latest, line) => Math.max(latest, atOf(line)), bucket);
  return { account_id, at: isWithin ? at : bucket, target_id, until, count: lines.length, events };
}
