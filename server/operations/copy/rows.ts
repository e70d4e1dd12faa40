// Rows as text: one line of JSON each, in key order, identical for both engines. Equal text means equal rows. The
// SHA-256 of the text is the checksum of a table.
import { createHash } from 'node:crypto';
import { ApiError } from '../../../contract/errors.ts';
import type { ColumnKind, Dialect } from '../../storage/dialects/dialect.ts';
import type { Executor } from '../../storage/tables.ts';
import { type ContentTable, keyOf, type Range, type Row, readRows } from '../../storage/transfer.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import { at, type End } from './ends.ts';

/** One database, and the executor that reads a snapshot of it. */
export interface Reading {
  readonly end: End;
  readonly dialect: Dialect;
  readonly executor: Executor;
  readonly tables: readonly ContentTable[];
}

export interface Batch {
  readonly rows: readonly Row[];
  /** The rows as text. */
  readonly lines: readonly string[];
  /** The range of keys that it covers. The range of the last batch is open-ended. */
  readonly range: Range;
}

export interface Digest {
  readonly rows: number;
  readonly checksum: string;
}

/** Large enough to be worth a round trip, small enough for memory if rows are long. */
const FIRST_ROWS = 100;
const MAX_ROWS = 4000;
const TEXT_LENGTH = 500_000;

/** Prefetches: reads the next batch while the caller handles the current one. */
export async function* readBatches(
  { end, dialect, executor }: Reading,
  table: ContentTable,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  async function read(after: Row | undefined, count: number): Promise<Row[]> {
    // SQLite answers synchronously. Without a new event-loop turn, a stop signal would never be handled.
    await yieldToRequests();
    return at(end, dialect, () => readRows(executor, table, { after }, count));
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
      // If the caller stops early, the failure of the prefetch does not matter.
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
};

/** Rejects values that the other engine would read differently: SQLite stores any type in any column. */
export function checkRows(table: ContentTable, rows: readonly Row[]): void {
  const columns = Object.entries(table.columns);
  for (const row of rows) {
    for (const [index, [column, kind]] of columns.entries()) {
      const value = row[index];
      if (value === null || isOfKind[kind](value)) continue;
      const sentence = `The row ${shownKey(table, row)} of "${table.name}" cannot be copied: its "${column}" is not ${names[kind]}. Correct or delete it in the source.`;
      throw new ApiError('internal', sentence);
    }
  }
}

const names: Record<ColumnKind, string> = {
  integer: 'a whole number within 53 bits',
  text: 'text',
};

/** `(account_id 7, key "x")`, without control characters. */
export function shownKey(table: ContentTable, row: Row): string {
  const columns = Object.keys(table.columns);
  const parts = keyOf(table, row).map((value, index) => `${columns[index]} ${JSON.stringify(value)}`);
  return `(${parts.join(', ').replace(/\p{Cc}/gu, '\ufffd')})`;
}
