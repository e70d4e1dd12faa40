// CSV as spreadsheets and other services export it: a header line, then rows of values separated by commas, semicolons or
// tabs, quoted if necessary.

export interface Table {
  headings: string[];
  /** A generator: there may be millions of empty rows. */
  rows: Iterable<string[]>;
}

const MAX_CELLS = 200;
const SAMPLE_ROWS = 50;
const separators = ['\t', ';', ','];

/** Undefined if the first line is not a header with an address column. */
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

/** Without a header: every sampled row has an address in the same column, and a title in another one. */
export function readBareTable(text: string, isAddress: (value: string) => boolean): Table | undefined {
  for (const separator of separators) {
    const start = firstOf(splitRows(text, separator), SAMPLE_ROWS);
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

/** A quoted value, in which two quotation marks stand for one, and its end. */
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
