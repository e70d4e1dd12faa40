// Counts of each quarter of a day in one text, which is shorter than a list if most quarters have visits, and fast to
// read: the digits per number, then all visits, and the same for unique visitors. Numbers have their lowest digit first.
import { QUARTERS_PER_DAY } from '../../storage/visits/visit-events.ts';
import type { CountList } from './counts.ts';

/** The digits are characters that JSON does not escape. */
const FIRST_DIGIT = '#'.charCodeAt(0);
const BASE = '['.charCodeAt(0) - FIRST_DIGIT + 1;

/** The keys of the list are quarters of the day. */
export function packQuarters(list: CountList): string {
  return column(list, 1) + column(list, 2);
}

function column(list: CountList, position: number): string {
  const numbers = new Array<number>(QUARTERS_PER_DAY).fill(0);
  for (let at = 0; at < list.length; at += 3) numbers[Number(list[at])] = list[at + position] as number;
  const digits = digitsOf(Math.max(...numbers));
  return digitOf(digits) + numbers.map((number) => written(number, digits)).join('');
}

function digitsOf(number: number): number {
  let digits = 0;
  for (let rest = number; rest > 0; rest = Math.floor(rest / BASE)) digits += 1;
  return digits;
}

function written(number: number, digits: number): string {
  let [text, rest] = ['', number];
  for (let position = 0; position < digits; position += 1) {
    text += digitOf(rest % BASE);
    rest = Math.floor(rest / BASE);
  }
  return text;
}

function digitOf(number: number): string {
  return String.fromCharCode(FIRST_DIGIT + number);
}

/** The opposite of `packQuarters`. */
export function unpackQuarters(text: string): CountList {
  const sums = new Float64Array(2 * QUARTERS_PER_DAY);
  addPacked(text, 0, { sums, visits: 0, uniques: QUARTERS_PER_DAY, indexes: everyQuarter });
  const list: CountList = [];
  for (let quarter = 0; quarter < QUARTERS_PER_DAY; quarter += 1) {
    const [visits, uniques] = [sums[quarter]!, sums[QUARTERS_PER_DAY + quarter]!];
    if (visits + uniques > 0) list.push(quarter, visits, uniques);
  }
  return list;
}

/** What counts are added to, and where in it the sums of visits and unique visitors begin. */
export interface SumsByQuarter {
  sums: Float64Array;
  visits: number;
  uniques?: number | undefined;
  /** For each quarter of the day: which of these sums it belongs to. Ascending. */
  indexes: Uint8Array;
}

/** Each quarter has its own sum. */
export const everyQuarter = Uint8Array.from({ length: QUARTERS_PER_DAY }, (_, quarter) => quarter);

/** Adds the counts of the packed text at this position of another. */
export function addPacked(text: string, at: number, { sums, visits, uniques, indexes }: SumsByQuarter): void {
  const end = addColumn(text, at, sums, visits, indexes);
  if (uniques !== undefined) addColumn(text, end, sums, uniques, indexes);
}

/** Returns where the column ends. */
function addColumn(text: string, at: number, sums: Float64Array, start: number, indexes: Uint8Array): number {
  const digits = text.charCodeAt(at) - FIRST_DIGIT;
  let position = at + 1;
  for (let quarter = 0; quarter < QUARTERS_PER_DAY; ) {
    const index = indexes[quarter]!;
    const end = endOfSum(indexes, quarter);
    const positionAfter = position + (end - quarter) * digits;
    for (let digit = 0; digit < digits; digit += 1) {
      sums[start + index]! += BASE ** digit * digitSum(text, position + digit, positionAfter, digits);
    }
    [quarter, position] = [end, positionAfter];
  }
  return position;
}

/** The first quarter after this one that belongs to another sum. */
function endOfSum(indexes: Uint8Array, quarter: number): number {
  const index = indexes[quarter];
  // They are ascending, and most days belong to one sum.
  if (indexes[QUARTERS_PER_DAY - 1] === index) return QUARTERS_PER_DAY;
  let end = quarter + 1;
  while (indexes[end] === index) end += 1;
  return end;
}

/** Of the digits at every `step` characters. */
function digitSum(text: string, from: number, to: number, step: number): number {
  let sum = 0;
  for (let position = from; position < to; position += step) sum += text.charCodeAt(position) - FIRST_DIGIT;
  return sum;
}
