// The format of a segment: many visits of one UTC day by column, instead of one line each (`count/kept-events.ts`). A
// column has the values of one field of those lines: a list of distinct values, and for each visit its position in the
// list. So a filter compares small numbers, and reads only the columns that it needs.
//
// The positions are printable ASCII characters. PostgreSQL's driver decodes every value as text, so binary data would
// have to be sent as hex, which is twice as long. Few values share a character, many need several (`widthOf`).
//
// A row of `visit_segment` has all columns of a small segment, or one column of a large one. Its `keys` has a line for
// each column, `column,number of values|value|value|…`, and `data` the positions, in the same order. Columns without any
// value are left out. The base column has a second line: how many visits are in each quarter of an hour.
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import { positions } from '../count/kept-events.ts';

/** All columns in one row. */
export const ALL_PARTS = 0;
/** The second field of a line: flags of a visit, or the kind of another request. Every segment has it. */
export const BASE_PART = 1;
/** Fields of a line from this one on are dimensions. */
const FIRST_DIMENSION = 2;
/** The columns before it are fields of a line. */
export const LINK_PART = FIRST_DIMENSION + positions.length;
/** Microseconds since the start of the quarter of an hour. It has no list of values. */
export const TIME_PART = LINK_PART + 1;

/** The line with the number of visits in each quarter of an hour: `q,number of quarters|quarter|visits|…`. */
export const QUARTERS_LINE = 'q';

/** A larger segment has a row for each column. */
export const MAX_SINGLE_ROW = 512;

/** Dimensions have the position of their field in a line. */
export function partOf(dimension: VisitDimension): number {
  return dimension === 'kind' ? BASE_PART : FIRST_DIMENSION + positions.indexOf(dimension);
}

/** The characters are 95 from the space on. */
export const FIRST_CHARACTER = 32;
export const CHARACTERS = 95;
/** 900,000,000 microseconds in a quarter of an hour. */
export const TIME_CHARACTERS = 5;

export interface Width {
  /** Characters per visit. */
  characters: number;
  /** Visits per character. */
  visits: number;
  /** Of the value list in a shared character. */
  base: number;
}

export function widthOf(values: number): Width {
  if (values === 1) return { characters: 0, visits: 1, base: 1 };
  if (values === 2) return { characters: 1, visits: 6, base: 2 };
  if (values <= 4) return { characters: 1, visits: 3, base: 4 };
  if (values <= 9) return { characters: 1, visits: 2, base: 9 };
  if (values <= CHARACTERS) return { characters: 1, visits: 1, base: CHARACTERS };
  return { characters: values <= CHARACTERS ** 2 ? 2 : 3, visits: 1, base: CHARACTERS };
}

/** The number of characters of a column. */
export function lengthOf(values: number, visits: number): number {
  const width = widthOf(values);
  return Math.ceil(visits / width.visits) * width.characters;
}
