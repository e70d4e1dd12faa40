// Counts the matching visits of a segment by its columns. The first filter selects positions of visits, each further one
// narrows the selection, and every wanted figure is one pass over what is left.
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import { QUARTERS_PER_DAY } from '../../storage/visits/visit-events.ts';
import { NEW_TO_LINKS, NEW_TO_TARGET, read } from '../count/kept-events.ts';
import {
  codesAt,
  narrow,
  type PackedColumn,
  positionsFrom,
  selectPositions,
  valuesOf,
} from '../segments/column-codes.ts';
import { BASE_PART, LINK_PART, partOf } from '../segments/format.ts';
import { offsetsOf, type Segment } from '../segments/segment-reader.ts';
import type { DaySums } from './time-sums.ts';
import { codesFor, type Filters, type FilterValue } from './value-filters.ts';

export interface SegmentQuery {
  filters: Filters;
  /** Only clicks on this link. */
  linkId: number | undefined;
  /** Unique visitors of all links together, instead of the page or each link. */
  isLinks: boolean;
  dimensions: readonly VisitDimension[];
  quarters: boolean;
  links: boolean;
}

/** What the matching visits are added to. */
export interface FigureSink {
  add(dimension: VisitDimension | 'total', key: string, visits: number, uniques: number): void;
  /** The visits of values by their numbers. Each count has the unique visitors in its upper half. */
  addNumbered(dimension: VisitDimension, values: readonly string[], numbers: Uint32Array, counts: Uint32Array): void;
  addLink(linkId: number, visits: number, uniques: number): void;
  /** Of the segment's day. */
  quarters(): DaySums;
}

/** The columns that the query needs. */
export function partsFor({ filters, linkId, dimensions, links }: SegmentQuery): number[] {
  const parts = new Set([BASE_PART, ...[...filters.keys(), ...dimensions].map(partOf)]);
  if (linkId !== undefined || links) parts.add(LINK_PART);
  return [...parts];
}

/** The selected visits: their positions, and for each one the code of its base column. */
interface Selection {
  positions: Uint16Array;
  codes: Uint16Array;
}

/** Adds the matching visits between two positions of the segment to the sink. */
export function countSegment(
  segment: Segment,
  range: readonly [number, number],
  query: SegmentQuery,
  sink: FigureSink,
): void {
  const base = baseOf(segment, query.isLinks);
  const positions = select(segment, conditionsOf(segment, base, query), range);
  if (positions.length === 0) return;
  codesAt(base.column, positions, selectedCodes);
  const selection = { positions, codes: selectedCodes.subarray(0, positions.length) };
  const totals = countCodes(base, selection.codes);
  addTotals(base, totals, query, sink);
  if (query.dimensions.length > 0) setWeights(selection.codes, base.isNew);
  for (const dimension of query.dimensions) {
    const column = dimension === 'kind' ? undefined : segment.columns.get(partOf(dimension));
    if (!column) continue;
    const counts = countValues(column, positions);
    const numbers = column.numbering?.numbers();
    if (numbers) sink.addNumbered(dimension, column.numbering!.values, numbers, counts);
    else eachValue(column, counts, (value, visits, uniques) => sink.add(dimension, read(value)!, visits, uniques));
  }
  const link = segment.columns.get(LINK_PART);
  if (query.links && link) addLinks(link, base, selection, sink);
  if (query.quarters) addQuarters(segment, base, selection, totals, sink);
}

/** Valid until the next segment is counted. */
const selectedPositions = new Uint16Array(2 ** 16);
const selectedCodes = new Uint16Array(2 ** 16);
const columnCodes = new Uint16Array(2 ** 16);
/** What each selected visit adds to a count: 1, and for a unique visitor another 1 in the upper half. */
const weights = new Uint32Array(2 ** 16);
export const UNIQUE = 2 ** 16;

/** What the second field of a line says, by the code of its value. */
interface Base extends BaseCodes {
  column: PackedColumn;
}

interface BaseCodes {
  kinds: string[];
  /** 1 if it is a visit, if its visitor is new, and if the visitor is new to the page or link. */
  isVisit: Uint8Array;
  isNew: Uint8Array;
  isNewToTarget: Uint8Array;
}

/** By the list of values, which cached columns share. */
const knownCodes = {
  page: new WeakMap<readonly string[], BaseCodes>(),
  links: new WeakMap<readonly string[], BaseCodes>(),
};

function baseOf({ columns }: Segment, isLinks: boolean): Base {
  const column = columns.get(BASE_PART)!;
  const values = valuesOf(column);
  const known = knownCodes[isLinks ? 'links' : 'page'];
  let codes = known.get(values);
  if (!codes) {
    codes = baseCodesOf(values, isLinks);
    known.set(values, codes);
  }
  return { column, ...codes };
}

function baseCodesOf(values: readonly string[], isLinks: boolean): BaseCodes {
  const kinds = [...values];
  const [isVisit, isNew, isNewToTarget] = [flags(kinds), flags(kinds), flags(kinds)];
  for (const [code, value] of kinds.entries()) {
    const bits = Number(value);
    if (Number.isNaN(bits)) continue;
    kinds[code] = 'counted';
    isVisit[code] = 1;
    isNewToTarget[code] = bits & NEW_TO_TARGET ? 1 : 0;
    isNew[code] = bits & (isLinks ? NEW_TO_LINKS : NEW_TO_TARGET) ? 1 : 0;
  }
  return { kinds, isVisit, isNew, isNewToTarget };
}

function flags({ length }: readonly unknown[]): Uint8Array {
  return new Uint8Array(length);
}

interface Condition {
  column: PackedColumn;
  /** By code: 1 if it matches. */
  allowed: Uint8Array;
}

/** Undefined if no visit matches. */
function conditionsOf(segment: Segment, base: Base, { filters, linkId }: SegmentQuery): Condition[] | undefined {
  const conditions: Condition[] = [];
  for (const [part, value] of wantedValues(filters, linkId)) {
    const column = segment.columns.get(part);
    if (value === null) {
      // What is not a visit has no values at all.
      if (base.column.size > 1) conditions.push({ column: base.column, allowed: base.isVisit });
      else if (base.isVisit[0] === 0) return undefined;
      if (!column) continue;
    }
    const codes = column ? codesFor(column, value) : [];
    if (!column || codes.length === 0) return undefined;
    if (column.size === 1) continue;
    const allowed = new Uint8Array(column.size);
    for (const code of codes) allowed[code] = 1;
    conditions.push({ column, allowed });
  }
  const kind = filters.get('kind');
  if (kind !== undefined) {
    const allowed = Uint8Array.from(base.kinds, (one) => (one === kind ? 1 : 0));
    conditions.push({ column: base.column, allowed });
  }
  return conditions;
}

/** The value that each column must have; null: none. */
function* wantedValues(filters: Filters, linkId: number | undefined): Generator<[part: number, value: FilterValue]> {
  for (const [dimension, value] of filters) {
    if (dimension !== 'kind') yield [partOf(dimension), value];
  }
  if (linkId !== undefined) yield [LINK_PART, String(linkId)];
}

function select(
  segment: Segment,
  conditions: readonly Condition[] | undefined,
  range: readonly [number, number],
): Uint16Array {
  if (!conditions) return positionsFrom(0, 0);
  const [first, ...others] = conditions;
  if (!first) return positionsFrom(...range);
  let length = selectPositions(first.column, segment.count, first.allowed, range, selectedPositions);
  for (const { column, allowed } of others) length = narrow(column, allowed, selectedPositions, length);
  return selectedPositions.subarray(0, length);
}

/** How many of these codes there are of each. */
function countCodes({ kinds }: Base, codes: Uint16Array): Uint32Array {
  const counts = new Uint32Array(kinds.length);
  for (let at = 0; at < codes.length; at += 1) counts[codes[at]!]! += 1;
  return counts;
}

function addTotals(base: Base, counts: Uint32Array, { dimensions }: SegmentQuery, sink: FigureSink): void {
  for (let code = 0; code < counts.length; code += 1) {
    const visits = counts[code]!;
    if (visits === 0) continue;
    if (base.isVisit[code] === 1) sink.add('total', '', visits, base.isNew[code]! * visits);
    else if (dimensions.includes('kind')) sink.add('kind', base.kinds[code]!, visits, 0);
  }
}

/** For `countValues`. `isNew` is 1 or 0 by code. */
function setWeights(codes: Uint16Array, isNew: Uint8Array): void {
  for (let at = 0; at < codes.length; at += 1) weights[at] = 1 + UNIQUE * isNew[codes[at]!]!;
}

/**
 * The number of visits by code, with the unique visitors in the upper half. A segment has fewer than a half can count.
 */
function countValues(column: PackedColumn, positions: Uint16Array): Uint32Array {
  codesAt(column, positions, columnCodes);
  const counts = new Uint32Array(column.size);
  for (let at = 0; at < positions.length; at += 1) counts[columnCodes[at]!]! += weights[at]!;
  return counts;
}

/** Reports the number of visits for each value that occurs. */
function eachValue(
  column: PackedColumn,
  counts: Uint32Array,
  report: (value: string, visits: number, uniques: number) => void,
): void {
  const values = valuesOf(column);
  for (let code = 0; code < counts.length; code += 1) {
    const sum = counts[code]!;
    if (sum > 0 && values[code] !== '') report(values[code]!, sum % UNIQUE, sum >>> 16);
  }
}

function addLinks(
  link: PackedColumn,
  { isVisit, isNewToTarget }: Base,
  { positions, codes }: Selection,
  sink: FigureSink,
): void {
  const visits = positions.filter((_, at) => isVisit[codes[at]!] === 1);
  setWeights(
    codes.filter((code) => isVisit[code] === 1),
    isNewToTarget,
  );
  const counts = countValues(link, visits);
  eachValue(link, counts, (value, clicks, uniques) => sink.addLink(Number(value), clicks, uniques));
}

function addQuarters(
  segment: Segment,
  base: Base,
  { positions, codes }: Selection,
  totals: Uint32Array,
  sink: FigureSink,
): void {
  const to = sink.quarters();
  const { indexes } = to;
  if (indexes[QUARTERS_PER_DAY - 1] === indexes[0]) {
    addVisits(indexes[0]!, base, totals, to);
    return;
  }
  const offsets = offsetsOf(segment);
  let start = 0;
  for (let quarter = 0; quarter < QUARTERS_PER_DAY && start < positions.length; ) {
    const index = indexes[quarter]!;
    while (indexes[quarter] === index) quarter += 1;
    const end = quarter < QUARTERS_PER_DAY ? firstFrom(positions, offsets[quarter]!, start) : positions.length;
    if (end > start) addVisits(index, base, countCodes(base, codes.subarray(start, end)), to);
    start = end;
  }
}

/** The index of the first entry that is not less than another, from `start` on. */
function firstFrom(positions: Uint16Array, least: number, start: number): number {
  let [low, high] = [start, positions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (positions[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addVisits(index: number, { isVisit, isNew }: Base, counts: Uint32Array, { sums, positions }: DaySums): void {
  let [visits, uniques, all] = [0, 0, 0];
  for (let code = 0; code < counts.length; code += 1) {
    const count = counts[code]!;
    visits += isVisit[code]! * count;
    uniques += isNew[code]! * count;
    all += count;
  }
  sums[positions.visits + index]! += visits;
  sums[positions.uniques + index]! += uniques;
  sums[positions.bots + index]! += all - visits;
}
