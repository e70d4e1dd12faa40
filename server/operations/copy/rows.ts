// Rows as text: one line of JSON for each, in the order of the keys, the same whichever engine they were read from. Equal
// text means equal rows, and its SHA-256 is the checksum of a table.
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../../../contract/errors.ts';
import type { ColumnKind, Dialect } from '../../storage/dialects/dialect.ts';
import type { Executor } from '../../storage/tables.ts';
import { type ContentTable, keyOf, type Range, type Row, readRows } from '../../storage/transfer.ts';
import { at, type End } from './ends.ts';

/** One database, and the executor that reads it as it is at one moment. */
export interface Reading {
  readonly end: End;
  readonly dialect: Dialect;
  readonly executor: Executor;
  readonly tables: readonly ContentTable[];
}

export interface Batch {
  readonly rows: readonly Row[];
  /** What each of them is as text. */
  readonly lines: readonly string[];
  /** All the keys that it speaks for. That of the last one has no end. */
  readonly range: Range;
}

export interface Digest {
  readonly rows: number;
  readonly checksum: string;
}

/** A batch is to be worth its round trips, and to leave memory alone where rows are long. */
const FIRST_ROWS = 100;
const MAX_ROWS = 4000;
const TEXT_LENGTH = 500_000;

/** The next one is read while whoever asked is busy with the last. */
export async function* readBatches(
  { end, dialect, executor }: Reading,
  table: ContentTable,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  async function read(after: Row | undefined, count: number): Promise<Row[]> {
    // SQLite answers in the same turn of the event loop, in which no signal to stop would ever be heard.
    await nextTurn();
    return at(end, dialect, () => readRows(dialect, executor, table, { after }, count));
  }

  let [after, count]: [Row | undefined, number] = [undefined, FIRST_ROWS];
  for (let reading = read(after, count); ; ) {
    const rows = await reading;
    signal.throwIfAborted();
    const lines = rows.map(lineOf);
    const upTo = rows.length < count ? undefined : keyOf(table, rows.at(-1)!);
    const range = { after, upTo };
    if (upTo) {
      const length = lines.reduce((sum, line) => sum + line.length, 0);
      [after, count] = [upTo, Math.ceil(Math.min(MAX_ROWS, count * 4, (count * TEXT_LENGTH) / length))];
      reading = read(after, count);
      // Where nobody asks for it any more, its failure is nobody's either.
      reading.catch(() => {});
    }
    yield { rows, lines, range };
    if (!upTo) return;
  }
}

export function lineOf(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}

export function createDigest(): { add(batch: Batch): void; result(): Digest } {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(batch) {
      hash.update(batch.lines.join(''));
      rows += batch.rows.length;
    },
    result: () => ({ rows, checksum: hash.digest('hex') }),
  };
}

export async function digestOf(
  reading: Reading,
  table: ContentTable,
  signal: AbortSignal,
  report: (rows: number) => void,
): Promise<Digest> {
  const digest = createDigest();
  for await (const batch of readBatches(reading, table, signal)) {
    digest.add(batch);
    report(batch.rows.length);
  }
  return digest.result();
}

const isOfKind: Record<ColumnKind, (value: unknown) => boolean> = {
  integer: Number.isSafeInteger,
  text: (value) => typeof value === 'string',
  // With its microseconds only where it has some, so that one instant has one text.
  instant: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}((?!000)\d{3})?Z$/.test(value),
  flag: (value) => value === 0 || value === 1,
};

/** Whatever could be there that the other engine would take for something else: SQLite keeps anything in any column. */
export function checkRows(table: ContentTable, rows: readonly Row[]): void {
  const columns = Object.entries(table.columns);
  for (const row of rows) {
    for (const [index, [column, kind]] of columns.entries()) {
      const value = row[index];
      if (value === null || isOfKind[kind](value)) continue;
      const sentence = `The row ${shownKey(table, row)} of "${table.name}" cannot be copied: its "${column}" is no ${names[kind]}. Correct or delete it in the source.`;
      throw new Refusal('internal', sentence);
    }
  }
}

const names: Record<ColumnKind, string> = {
  integer: 'whole number within 53 bits',
  text: 'text',
  instant: 'instant in UTC such as 2026-11-15T08:30:00.123Z',
  flag: 'flag',
};

/** `(account_id 7, key "x")`, and nothing that would steer a terminal. */
export function shownKey(table: ContentTable, row: Row): string {
  const columns = Object.keys(table.columns);
  const parts = keyOf(table, row).map((value, index) => `${columns[index]} ${JSON.stringify(value)}`);
  return `(${parts.join(', ').replace(/\p{Cc}/gu, '\ufffd')})`;
}
