// A table as spreadsheets and other services give it out: a line of headings, then a row of values each, apart by commas,
// semicolons or tabs, in quotation marks where a value has one of these in it.

export interface Table {
  headings: string[];
  /** One at a time: there may be millions of empty ones. */
  rows: Iterable<string[]>;
}

const MAX_CELLS = 200;
const ROWS_LOOKED_AT = 50;
const separators = ['\t', ';', ','];

/** Undefined where the first line is no line of headings that names an address. */
export function readTable(text: string, isHeading: (name: string) => boolean): Table | undefined {
  const start = text.search(/\S/);
  if (start < 0) return undefined;
  const end = text.indexOf('\n', start);
  const first = text.slice(start, end < 0 ? undefined : Math.min(end, start + 10_000));
  for (const separator of separators) {
    const headings =
      splitRows(first, separator)
        .next()
        .value?.map((name) => name.trim().toLowerCase()) ?? [];
    if (headings.length > 1 && headings.some(isHeading)) {
      return { headings, rows: end < 0 ? [] : splitRows(text.slice(end + 1), separator) };
    }
  }
  return undefined;
}

/** Without headings: an address in the same column of every row, as far as it is looked at, and a title in another one. */
export function readBareTable(text: string, isAddress: (value: string) => boolean): Table | undefined {
  for (const separator of separators) {
    const start = firstOf(splitRows(text, separator), ROWS_LOOKED_AT);
    const column = start[0]?.findIndex((value) => isAddress(value.trim())) ?? -1;
    const isColumn = (row: string[]) => row.length > 1 && isAddress(row[column]?.trim() ?? '');
    if (column >= 0 && start.every(isColumn)) {
      const headings = column === 0 ? ['url', 'title'] : ['title', ...Array(column - 1).fill(''), 'url'];
      return { headings, rows: splitRows(text, separator) };
    }
  }
  return undefined;
}

function firstOf(rows: Iterable<string[]>, count: number): string[][] {
  const first: string[][] = [];
  for (const row of rows) if (first.push(row) === count) break;
  return first;
}

function* splitRows(text: string, separator: string): Generator<string[], undefined> {
  let row: string[] = [];
  let index = 0;
  while (index < text.length) {
    if (row.length === 0 && text[index] === '\n') {
      index += 1;
      continue;
    }
    const [value, next] = text[index] === '"' ? quoted(text, index) : [undefined, index];
    const end = endOfValue(text, next, separator);
    if (row.length < MAX_CELLS) row.push(value ?? text.slice(index, end).trimEnd());
    if (text[end] !== separator) {
      yield row;
      row = [];
    }
    index = end + 1;
  }
  if (row.length > 0) yield row;
}

/** A value in quotation marks, where two of them stand for one, and where it ends. */
function quoted(text: string, start: number): [value: string, next: number] {
  const pieces: string[] = [];
  let from = start + 1;
  for (;;) {
    const mark = text.indexOf('"', from);
    if (mark < 0) return [pieces.join('"') + text.slice(from), text.length];
    pieces.push(text.slice(from, mark));
    if (text[mark + 1] !== '"') return [pieces.join('"'), mark + 1];
    from = mark + 2;
  }
}

function endOfValue(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return end;
}
