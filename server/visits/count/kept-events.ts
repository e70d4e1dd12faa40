// The format of individual visits: one line each. A line does not identify the visitor, only whether the visitor was
// new. The number of lines is the number of visits, and the number of "new" flags is the number of visitors. The lines
// of one quarter of an hour make up a text, which starts with the earliest. Appended lines may be in any order.
//
//   1773144000000000|3|de|Berlin, DE|Android|Chrome|phone||Instagram|en
//   1773144001000000|bot
//
// The text is sent to the store inside JSON, repeatedly while it grows, so it contains nothing that JSON escapes.
import type { Micros } from '../../../contract/time.ts';
import type { VisitDimension, visitTraits } from '../../../contract/vocabulary.ts';
import type { VisitEventRow } from '../../storage/visit-tables.ts';
import { QUARTER } from '../../storage/visits/visit-events.ts';
import type { RecentCounts } from '../../storage/visits/visits.ts';
import type { RecordedVisit, UncountedKind } from '../record/events.ts';

/**
 * A longer text gets its own row. A shorter one stays with the counts, where every aggregation rewrites it. Four times
 * this limit costs a page with few visits 10 µs more per visit; a quarter of it gives four times as many rows.
 */
const MAX_RECENT_LENGTH = 1024;

export interface KeptEvent {
  at: Micros;
  targetId: number;
  kind: 'counted' | UncountedKind;
  /** The visitor's first visit of the day to the target. */
  isUnique: boolean;
  /** The visitor's first visit of the day to any link. */
  isNewToLinks: boolean;
  /** Undefined if the visit has no value. */
  of(dimension: Exclude<VisitDimension, 'kind'>): string | undefined;
}

/** Positions in a line. They must not change, because stored lines use them. */
export const positions = [
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
const traitFields = positions.slice(4) as (typeof visitTraits)[number][];
const positionOf = new Map<VisitDimension, number>(positions.map((name, position) => [name, position + 2]));

export const NEW_TO_TARGET = 1;
export const NEW_TO_LINKS = 2;

export function writeKept(visit: RecordedVisit, isNewToTarget: boolean, isNewToLinks: boolean): string {
  const { at, uncounted, country, city, os, browser, traits } = visit;
  if (uncounted) return `${at}|${uncounted}`;
  const flags = (isNewToTarget ? NEW_TO_TARGET : 0) + (isNewToLinks ? NEW_TO_LINKS : 0);
  let line = `${at}|${flags}|${written(country)}|${written(city)}|${written(os)}|${written(browser)}`;
  if (!traits) return line;
  let separators = '|';
  for (const name of traitFields) {
    const value = traits[name];
    if (value === undefined) separators += '|';
    else {
      line += separators + written(value);
      separators = '|';
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
    isNewToLinks: isVisit && (flags & NEW_TO_LINKS) !== 0,
    of: (dimension) => read(values[positionOf.get(dimension)!]),
  };
}

/** Fast path for most values. */
const plain = /^[\w .,:'()-]+$/;
/** Delimiters of a line or a text, and characters that a store may reject. */
const special = /[%|\p{Cc}\p{Cs}]/u;
const everySpecial = /[%|\p{Cc}]/gu;
const EMPTY = '%';

/** Escapes a value for a line. */
export function written(value: string): string {
  if (plain.test(value)) return value;
  if (value === '') return EMPTY;
  return special.test(value) ? value.toWellFormed().replaceAll(everySpecial, encodeURIComponent) : value;
}

/** What a line contains if it has the value. Null, for no value, is in every line. */
export function needleOf(value: string | null): string {
  return value === null ? '' : `|${written(value)}`;
}

/** Reads a field of a line. An empty field means that the visit has no value. */
export function read(value: string | undefined): string | undefined {
  if (value === EMPTY) return '';
  return value?.includes('%') ? decodeURIComponent(value) : value || undefined;
}

/** The time of a line's visit, or of the first visit of a text. */
export function atOf(line: string): Micros {
  return Number(line.slice(0, line.indexOf('|')));
}

/** Concatenates two texts, the earlier one first. */
export function joined(one: string, other: string): string {
  if (one === '' || other === '') return one || other;
  return atOf(one) <= atOf(other) ? `${one}\n${other}` : `${other}\n${one}`;
}

export function linesIn(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Whether the text is too long to stay with the counts. */
export function isLong({ events }: RecentCounts): boolean {
  return events.length > MAX_RECENT_LENGTH;
}

export function eventRowOf({ account_id, target_id, bucket, events }: RecentCounts): VisitEventRow {
  const at = atOf(events);
  const isInBucket = at >= bucket && at < bucket + QUARTER;
  const lines = linesIn(events);
  const until = lines.reduce((latest, line) => Math.max(latest, atOf(line)), bucket);
  return { account_id, at: isInBucket ? at : bucket, target_id, until, count: lines.length, events };
}
