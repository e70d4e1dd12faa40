// Decodes columns of segments. A code is the position of a visit's value in the column's list. Only the codes of
// selected visits are decoded: after the first filter, they are often few.
import { CHARACTERS, FIRST_CHARACTER, widthOf } from './format.ts';

/** Its list of values stays text until it is needed. */
export interface PackedColumn {
  size: number;
  /** `|value|value`, or the values of a column that is used repeatedly. */
  values: string | readonly string[];
  data: Buffer;
  start: number;
  /** Of a column that is used repeatedly. */
  numbering?: ColumnNumbering | undefined;
}

/** Numbers for the values, which are the same in the columns of other days. Adding up by number needs no lookup. */
export interface ColumnNumbering {
  /** By number. 0 is no value. */
  values: readonly string[];
  /** The number of each value in the list. Undefined the first time, when it is not worth the effort. */
  numbers(): Uint32Array | undefined;
}

/** Larger than any segment. */
const MAX_VISITS = 2 ** 16;
const everyPosition = Uint16Array.from({ length: MAX_VISITS }, (_, position) => position);
/** The characters of a column, where they can be compared four at a time. */
const scratch = Buffer.from(new ArrayBuffer(MAX_VISITS));
const scratchWords = new Int32Array(scratch.buffer);

export function valuesOf({ values }: PackedColumn): readonly string[] {
  return typeof values === 'string' ? values.slice(1).split('|') : values;
}

/**
 * The code of a value; -1 if the column does not have it. A text is searched as it is, which is faster than splitting
 * it.
 */
export function codeOf({ values }: PackedColumn, value: string): number {
  if (typeof values !== 'string') return values.indexOf(value);
  const text = `|${value}`;
  for (let at = values.indexOf(text); at >= 0; at = values.indexOf(text, at + 1)) {
    const end = at + text.length;
    if (end === values.length || values[end] === '|') return barsBefore(values, at);
  }
  return -1;
}

function barsBefore(values: string, end: number): number {
  let bars = 0;
  for (let at = values.indexOf('|'); at < end; at = values.indexOf('|', at + 1)) bars += 1;
  return bars;
}

/** The positions of all visits from one to another, for `codesAt`. */
export function positionsFrom(start: number, end: number): Uint16Array {
  return everyPosition.subarray(start, end);
}

/** Writes the code of each of these visits to `codes`. */
export function codesAt(column: PackedColumn, positions: Uint16Array, codes: Uint16Array): void {
  const { characters, visits, base } = widthOf(column.size);
  if (characters === 0) codes.fill(0, 0, positions.length);
  else if (visits > 1) unpack(column, positions, codes, visits, digitsOf(visits, base));
  else if (characters === 1) readSingle(column, positions, codes);
  else readSeveral(column, positions, codes, characters);
}

/**
 * Writes the positions between two with one of the codes to `selected`, and returns how many. `allowed` is 1 or 0 by
 * code.
 */
export function selectPositions(
  column: PackedColumn,
  count: number,
  allowed: Uint8Array,
  [start, end]: readonly [number, number],
  selected: Uint16Array,
): number {
  const { characters, visits } = widthOf(column.size);
  if (characters === 1 && visits === 1) {
    const code = allowed.indexOf(1);
    const isOnly = allowed.indexOf(1, code + 1) < 0;
    if (!isOnly) return selectSingle(column, allowed, start, end, selected);
    column.data.copy(scratch, 0, column.start, column.start + count);
    return selectEqual(code, start, end, selected);
  }
  selected.set(everyPosition.subarray(start, end));
  return narrow(column, allowed, selected, end - start);
}

const candidates = new Uint16Array(MAX_VISITS);

/** Keeps those of the first `length` selected positions that have one of the codes, and returns how many. */
export function narrow(column: PackedColumn, allowed: Uint8Array, selected: Uint16Array, length: number): number {
  codesAt(column, selected.subarray(0, length), candidates);
  let kept = 0;
  for (let at = 0; at < length; at += 1) {
    selected[kept] = selected[at]!;
    kept += allowed[candidates[at]!]!;
  }
  return kept;
}

/** Four characters at once, and without a branch, which would often be predicted wrongly. */
function selectEqual(code: number, start: number, end: number, selected: Uint16Array): number {
  const character = FIRST_CHARACTER + code;
  const four = Math.imul(character, 0x01010101);
  const [first, last] = [Math.min(end, (start + 3) & ~3), end & ~3];
  let kept = addEqual(character, start, first, selected, 0);
  for (let position = first; position < last; position += 4) {
    const difference = scratchWords[position >> 2]! ^ four;
    selected[kept] = position;
    kept += isZero(difference & 0xff);
    selected[kept] = position + 1;
    kept += isZero((difference >>> 8) & 0xff);
    selected[kept] = position + 2;
    kept += isZero((difference >>> 16) & 0xff);
    selected[kept] = position + 3;
    kept += isZero(difference >>> 24);
  }
  return addEqual(character, Math.max(first, last), end, selected, kept);
}

/** Returns how many are selected then. */
function addEqual(character: number, start: number, end: number, selected: Uint16Array, before: number): number {
  let kept = before;
  for (let position = start; position < end; position += 1) {
    selected[kept] = position;
    kept += isZero(scratch[position]! ^ character);
  }
  return kept;
}

/** 1 if the byte is 0, otherwise 0. */
function isZero(byte: number): number {
  return (byte - 1) >>> 31;
}

/** Without a branch, like `selectEqual`. */
function selectSingle(
  { data, start: first }: PackedColumn,
  allowed: Uint8Array,
  start: number,
  end: number,
  selected: Uint16Array,
): number {
  let kept = 0;
  for (let position = start; position < end; position += 1) {
    selected[kept] = position;
    kept += allowed[data[first + position]! - FIRST_CHARACTER]!;
  }
  return kept;
}

function readSingle({ data, start }: PackedColumn, positions: Uint16Array, codes: Uint16Array): void {
  for (let at = 0; at < positions.length; at += 1) codes[at] = data[start + positions[at]!]! - FIRST_CHARACTER;
}

function readSeveral(column: PackedColumn, positions: Uint16Array, codes: Uint16Array, characters: number): void {
  const { data } = column;
  for (let at = 0; at < positions.length; at += 1) {
    const start = column.start + positions[at]! * characters;
    let code = data[start]! - FIRST_CHARACTER + CHARACTERS * (data[start + 1]! - FIRST_CHARACTER);
    if (characters === 3) code += CHARACTERS ** 2 * (data[start + 2]! - FIRST_CHARACTER);
    codes[at] = code;
  }
}

function unpack(
  { data, start }: PackedColumn,
  positions: Uint16Array,
  codes: Uint16Array,
  visits: number,
  digits: Uint8Array,
): void {
  // A division by 2, 3 or 6, which is exact for positions, as a multiplication.
  const shift = visits === 6 ? 18 : 17;
  const factor = Math.ceil(2 ** shift / visits);
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at]!;
    const character = Math.imul(position, factor) >>> shift;
    const first = (data[start + character]! - FIRST_CHARACTER) * visits;
    codes[at] = digits[first + position - character * visits]!;
  }
}

const knownDigits = new Map<number, Uint8Array>();

/** The codes that share each character. */
function digitsOf(visits: number, base: number): Uint8Array {
  let digits = knownDigits.get(visits);
  if (!digits) {
    digits = Uint8Array.from({ length: CHARACTERS * visits }, (_, index) => {
      return Math.floor(Math.floor(index / visits) / base ** (index % visits)) % base;
    });
    knownDigits.set(visits, digits);
  }
  return digits;
}
