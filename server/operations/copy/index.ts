// Copies a whole installation from one database to another, between any two engines.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../../contract/errors.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import { type CopyMark, installationId, readCopyMark, setCopyMark } from '../../storage/installation.ts';
import { companionTables } from '../../storage/table-kinds.ts';
import {
  type ContentTable,
  countRows,
  holdCopyMark,
  installationSnapshot,
  readContentTables,
} from '../../storage/transfer.ts';
import { at, beginCopy, type End, EndFailure, openSource, openTarget } from './ends.ts';
import { digestOf, type Reading } from './rows.ts';
import { type Copied, copyTable, superseded, type Target } from './table.ts';

export interface CopyRequest {
  readonly from: string;
  readonly to: string;
  /** The current step, and the progress of the whole. */
  show(what: string, done: number, all: number): void;
  /** Ends the copy after the current batch, with the signal's reason. */
  readonly signal: AbortSignal;
}

export interface CopyReport {
  readonly tables: readonly { table: string; rows: number; written: number; checksum: string }[];
  /** The source changed during the copy. These changes are not in the copy. */
  readonly isSourceChanged: boolean;
}

export async function copyInstallation(request: CopyRequest): Promise<CopyReport> {
  const source = await openSource(request.from);
  try {
    const id = await installationId(source.read);
    const target = await openTarget(request.to, source, id);
    const mark: CopyMark = { of: id, run: randomUUID(), state: 'under way' };
    try {
      return await runCopy(source, target, mark, request);
    } catch (error) {
      // In a deadlock between two copies, the database fails one of them.
      if (error instanceof EndFailure && (await hasOtherRun(target, mark))) throw superseded();
      throw error;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Whether another run owns the target. False if the target cannot be read. */
async function hasOtherRun({ read }: Dialect, { run }: CopyMark): Promise<boolean> {
  const mark = await readCopyMark(read).catch(() => undefined);
  return mark !== undefined && mark.run !== run;
}

async function runCopy(source: Dialect, target: Dialect, mark: CopyMark, request: CopyRequest): Promise<CopyReport> {
  await at('target', target, () => beginCopy(target, mark));
  const tables = await readContentTables(target, target.read);
  const copying = { target: { dialect: target, mark, tables }, ...request };
  const then = await inSnapshot('source', source, (snapshot) => copyAll(snapshot, copying));
  await inSnapshot('target', target, (snapshot) => verify(snapshot, then, copying));
  await at('target', target, () => finish(target, mark));
  const isSourceChanged = await inSnapshot('source', source, (snapshot) => hasChanged(snapshot, then, copying));
  return {
    tables: [...then.tables].map(([table, { rows, written, checksum }]) => ({ table, rows, written, checksum })),
    isSourceChanged,
  };
}

interface Copying extends Omit<CopyRequest, 'from' | 'to'> {
  readonly target: Target;
}

/** The source as it was when the copy began. */
interface Contents {
  readonly tables: ReadonlyMap<string, Copied>;
  readonly lastId: number;
  /** Reports progress over all steps. */
  advance(what: string): (rows: number) => void;
}

/** Runs `work` on a snapshot of the database. */
function inSnapshot<T>(end: End, dialect: Dialect, work: (snapshot: Reading) => Promise<T>): Promise<T> {
  return at(end, dialect, () =>
    installationSnapshot(dialect, async (executor) =>
      work({ end, dialect, executor, tables: await readContentTables(dialect, executor) }),
    ),
  );
}

async function copyAll(source: Reading, { target, signal, show }: Copying): Promise<Contents> {
  assertSameColumns(source.tables, target.tables);
  const advance = meter(await workToDo(source), show);
  const tables = new Map<string, Copied>();
  for (const table of source.tables) {
    tables.set(table.name, await copyTable(source, target, table, signal, advance(`Copying ${table.name}`)));
  }
  const lastId = await source.dialect.lastId(source.executor);
  await at('target', target.dialect, () => setLastId(target, lastId));
  return { tables, lastId, advance };
}

/** Same migrations, but a column added by hand would be lost without notice. */
function assertSameColumns(source: readonly ContentTable[], target: readonly ContentTable[]): void {
  for (const [index, { name, columns }] of source.entries()) {
    if (isDeepStrictEqual(Object.keys(columns), Object.keys(target[index]!.columns))) continue;
    throw new ApiError('forbidden', `The columns of the source's "${name}" differ from this version's schema.`);
  }
}

async function workToDo({ executor, tables }: Reading): Promise<number> {
  let rows = 0;
  for (const table of tables) rows += (await countRows(executor, table)) * (isWitness(table) ? 3 : 2);
  return rows;
}

function meter(all: number, show: CopyRequest['show']): Contents['advance'] {
  let done = 0;
  return (what) => (rows) => {
    done += rows;
    show(what, done, all);
  };
}

async function setLastId({ dialect, mark }: Target, last: number): Promise<void> {
  await dialect.write.transaction().execute(async (tx) => {
    if (!(await holdCopyMark(tx, mark))) throw superseded();
    await dialect.setLastId(tx, last);
  });
}

async function verify(target: Reading, then: Contents, { signal }: Copying): Promise<void> {
  for (const table of target.tables) {
    const { rows, checksum } = then.tables.get(table.name)!;
    const found = await digestOf(target, table, signal, then.advance(`Verifying ${table.name}`));
    if (found.rows === rows && found.checksum === checksum) continue;
    const sentence = `The target's "${table.name}" differs from the source: ${found.rows} rows with the checksum ${found.checksum} instead of ${rows} with ${checksum}. Run the same command again; the service does not start on an unfinished copy.`;
    throw new ApiError('internal', sentence);
  }
}

async function finish(target: Dialect, mark: CopyMark): Promise<void> {
  await target.write.transaction().execute(async (tx) => {
    if (!(await holdCopyMark(tx, mark))) throw superseded();
    await setCopyMark(tx, { ...mark, state: 'done' });
  });
}

/** Whether the source changed since the snapshot. Every write leaves a trace in these tables. */
async function hasChanged(now: Reading, then: Contents, { signal }: Copying): Promise<boolean> {
  if ((await now.dialect.lastId(now.executor)) !== then.lastId) return true;
  for (const table of now.tables.filter(isWitness)) {
    const { checksum } = await digestOf(now, table, signal, then.advance('Checking the source for changes'));
    if (checksum !== then.tables.get(table.name)!.checksum) return true;
  }
  return false;
}

function isWitness({ name }: ContentTable): boolean {
  return !companionTables.includes(name);
}
