// One table, batch by batch: what the target has in a range of keys is compared with the source, and rows that differ
// are written in one transaction. It makes no difference whether the target had nothing, half of it after an
// interruption, or what the source was like yesterday.
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { CopyMark } from '../../storage/installation.ts';
import { type Tables, tableKinds } from '../../storage/tables.ts';
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
  /** The source's tables, with the kinds that their columns have here. */
  readonly tables: readonly ContentTable[];
}

export interface Copied extends Digest {
  /** How many of the rows were not there already. */
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
    written += await at('target', target.dialect, () => bringUpToDate(target, table.name, batch));
    digest.add(batch);
    lastRow = batch.rows.at(-1) ?? lastRow;
    report(batch.rows.length);
  }
  return { ...digest.result(), written, lastRow };
}

async function bringUpToDate(target: Target, name: string, batch: Batch): Promise<number> {
  const { dialect } = target;
  const table = target.tables.find((candidate) => candidate.name === name)!;
  // With room for rows that the source no longer has; where there are more of them, the range is cleared at a stroke.
  const most = batch.rows.length * 2 + 100;
  const there = await readRows(dialect, dialect.read, table, batch.range, most);
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
    // What must be unique has moved to another row, and the one that had it is further on. It will be copied again.
    await write(target, table, async (tx) => {
      await deleteRange(tx, table, { after: batch.range.after });
      await insertRows(dialect, tx, table, batch.rows);
    });
  }
  return missing.length;
}

/** Part by part the copy survives a kill; the last commit of all, which says that it is done, survives a power cut. */
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

export function superseded(): Refusal {
  return new Refusal('forbidden', 'Another copy into the target has begun, or it was taken into use: this one stops.');
}

/** Which of the rows it is that the target does not take, found by trying ever smaller parts of them. */
async function explained(target: Target, table: ContentTable, rows: readonly Row[], error: unknown): Promise<unknown> {
  if (error instanceof Refusal || target.dialect.isUnavailable(error)) return error;
  let [first, end] = [0, rows.length];
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    if (await isTaken(target, table, rows.slice(first, middle))) first = middle;
    else end = middle;
  }
  const row = rows[first];
  if (!row) return error;
  const withNul = Object.keys(table.columns).find((_, index) => String(row[index]).includes('\0'));
  const why = withNul === undefined ? (error as Error).message : `its "${withNul}" holds a NUL character`;
  const sentence = `The row ${shownKey(table, row)} of "${table.name}" cannot be stored in the target: ${why}. Correct or delete it in the source and run the same command again.`;
  return new Refusal('internal', sentence, { cause: error });
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
