// Copies one table in batches: compares a key range of the target with the source and writes the rows that differ in one
// transaction. It is idempotent: the target can be empty, half copied, or a copy from yesterday.
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { CopyMark } from '../../storage/installation.ts';
import { tableKinds } from '../../storage/table-kinds.ts';
import type { Tables } from '../../storage/tables.ts';
import {
  type ContentTable,
  deleteRange,
  deleteRows,
  holdCopyMark,
  insertRows,
  keyOf,
  type Row,
  readRows,
} from '../../storage/transfer.ts';
import { at } from './ends.ts';
import {
  type Batch,
  checkRows,
  createDigest,
  type Digest,
  lineOf,
  type Reading,
  readBatches,
  shownKey,
} from './rows.ts';

export interface Target {
  readonly dialect: Dialect;
  readonly mark: CopyMark;
  /** The source's tables, with the column kinds of the target. */
  readonly tables: readonly ContentTable[];
}

export interface Copied extends Digest {
  /** How many rows were new or changed. */
  readonly written: number;
  readonly lastRow: Row | undefined;
}

type Write = (tx: Transaction<Tables>) => Promise<void>;

export async function copyTable(
  source: Reading,
  target: Target,
  table: ContentTable,
  signal: AbortSignal,
  report: (rows: number) => void,
): Promise<Copied> {
  const digest = createDigest();
  let written = 0;
  let lastRow: Row | undefined;
  for await (const batch of readBatches(source, table, signal)) {
    checkRows(table, batch.rows);
    written += await at('target', target.dialect, () => copyBatch(target, table.name, batch));
    digest.add(batch);
    lastRow = batch.rows.at(-1) ?? lastRow;
    report(batch.rows.length);
  }
  return { ...digest.result(), written, lastRow };
}

async function copyBatch(target: Target, name: string, batch: Batch): Promise<number> {
  const { dialect } = target;
  const table = target.tables.find((candidate) => candidate.name === name)!;
  // Leaves room for rows that the source no longer has. If there are more, the whole range is deleted.
  const most = batch.rows.length * 2 + 100;
  const there = await readRows(dialect.read, table, batch.range, most);
  const linesThere = there.map(lineOf);
  if (isDeepStrictEqual(linesThere, batch.lines)) return 0;
  const wanted = new Set(batch.lines);
  const present = new Set(linesThere);
  const stale = there.filter((_, index) => !wanted.has(linesThere[index]!)).map((row) => keyOf(table, row));
  const isCrowded = there.length === most;
  const missing = isCrowded ? batch.rows : batch.rows.filter((_, index) => !present.has(batch.lines[index]!));

  const insert: Write = async (tx) => {
    if (missing.length > 0) await insertRows(dialect, tx, table, missing);
  };
  try {
    await write(target, table, async (tx) => {
      if (isCrowded) await deleteRange(tx, table, batch.range);
      else if (stale.length > 0) await deleteRows(dialect, tx, table, batch.range, stale);
      await insert(tx);
    });
  } catch (error) {
    if (!dialect.isDuplicate(error)) throw await explained(target, table, missing, error);
    // A later row of the target still has a unique value of this batch. Later rows are deleted and copied again.
    await write(target, table, async (tx) => {
      await deleteRange(tx, table, { after: batch.range.after });
      await insertRows(dialect, tx, table, batch.rows);
    });
  }
  return missing.length;
}

/** Each batch survives a kill. Only the final commit, which marks the copy as finished, must survive a power cut. */
async function write({ dialect, mark }: Target, table: ContentTable, work: Write): Promise<void> {
  await dialect.record.transaction().execute(async (tx) => {
    if (!(await holdCopyMark(tx, mark))) throw superseded();
    if (isOfQueue(table)) await dialect.queue.transaction().execute(work);
    else await work(tx);
  });
}

function isOfQueue({ name }: ContentTable): boolean {
  return (tableKinds.queue as readonly string[]).includes(name);
}

export function superseded(): ApiError {
  return new ApiError('forbidden', 'Another copy to the target has started, or the target is in use: this copy stops.');
}

/** Finds the row that the target rejects, by bisection. */
async function explained(target: Target, table: ContentTable, rows: readonly Row[], error: unknown): Promise<unknown> {
  if (error instanceof ApiError || target.dialect.isUnavailable(error)) return error;
  let [first, end] = [0, rows.length];
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    if (await isTaken(target, table, rows.slice(first, middle))) first = middle;
    else end = middle;
  }
  const row = rows[first];
  if (!row) return error;
  const withNul = Object.keys(table.columns).find((_, index) => String(row[index]).includes('\0'));
  const why = withNul === undefined ? (error as Error).message : `its "${withNul}" contains a NUL character`;
  const sentence = `The row ${shownKey(table, row)} of "${table.name}" cannot be stored in the target: ${why}. Correct or delete it in the source and run the same command again.`;
  return new ApiError('internal', sentence, { cause: error });
}

class Undone extends Error {}

async function isTaken({ dialect }: Target, table: ContentTable, rows: readonly Row[]): Promise<boolean> {
  try {
    const db = isOfQueue(table) ? dialect.queue : dialect.record;
    await db.transaction().execute(async (tx) => {
      await insertRows(dialect, tx, table, rows);
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Undone || dialect.isDuplicate(error)) return true;
    if (dialect.isUnavailable(error)) throw error;
    return false;
  }
  return true;
}
