// Facts about the installation: its id, whether this database is an unfinished copy, and the progress of retention.
import type { Transaction } from 'kysely';
import type { Micros } from '../../contract/time.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Executor, Tables } from './tables.ts';

/** Marks a database as the target of a copy. The first start on it removes the mark. */
export interface CopyMark {
  /** The id of the installation that is copied. */
  of: string;
  /** The run of the copy that is active. If there are two, the later one continues and the other one stops. */
  run: string;
  state: 'under way' | 'done';
}

export async function installationId(executor: Executor): Promise<string> {
  const { value } = await executor
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'id')
    .executeTakeFirstOrThrow();
  return value;
}

export async function readCopyMark(executor: Executor): Promise<CopyMark | undefined> {
  const row = await executor.selectFrom('installation').select('value').where('name', '=', 'copy').executeTakeFirst();
  return row && (JSON.parse(row.value) as CopyMark);
}

export function setCopyMark(tx: Transaction<Tables>, mark: CopyMark): Promise<void> {
  return setFact(tx, 'copy', mark);
}

/** The progress of retention through all accounts. */
export interface PruningMark {
  /** The UTC day on which the run began. */
  day: string;
  /** The last account that is done. Undefined when all are done. */
  after?: number | undefined;
  /** When the last run finished. */
  finishedAt?: Micros | undefined;
}

export async function readPruningMark(executor: Executor): Promise<PruningMark | undefined> {
  const row = await executor
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'pruning')
    .executeTakeFirst();
  return row && (JSON.parse(row.value) as PruningMark);
}

export function setPruningMark(tx: Transaction<Tables>, mark: PruningMark): Promise<void> {
  return setFact(tx, 'pruning', mark);
}

/** When maintenance last ran, in any process. */
export async function readUpkeepMark(executor: Executor): Promise<Micros | undefined> {
  const row = await executor.selectFrom('installation').select('value').where('name', '=', 'upkeep').executeTakeFirst();
  return row && (JSON.parse(row.value) as { at: Micros }).at;
}

export function setUpkeepMark(tx: Transaction<Tables>, at: Micros): Promise<void> {
  return setFact(tx, 'upkeep', { at });
}

/** When the last backup was made by command. */
export async function readBackupMark(executor: Executor): Promise<Micros | undefined> {
  const row = await executor.selectFrom('installation').select('value').where('name', '=', 'backup').executeTakeFirst();
  return row && (JSON.parse(row.value) as { at: Micros }).at;
}

export function setBackupMark(tx: Transaction<Tables>, at: Micros): Promise<void> {
  return setFact(tx, 'backup', { at });
}

/** The number of shards of the cluster that accounts are distributed over. Undefined if they are not. */
export async function readShards(executor: Executor): Promise<number | undefined> {
  const row = await executor.selectFrom('installation').select('value').where('name', '=', 'shards').executeTakeFirst();
  return row && (JSON.parse(row.value) as { count: number }).count;
}

export function setShards(tx: Transaction<Tables>, shards: number): Promise<void> {
  return setFact(tx, 'shards', { count: shards });
}

/** The secret that is stored, or else the one that is given, which is then stored. */
export async function readOrStoreAuthSecret(tx: Executor, made: string): Promise<string> {
  await tx
    .insertInto('installation')
    .values({ name: 'auth_secret', value: made })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = tx.selectFrom('installation').select('value').where('name', '=', 'auth_secret');
  return (await row.executeTakeFirstOrThrow()).value;
}

/** From its first start on, a copy is an installation of its own and must not be overwritten by another copy. */
export async function claimCopy(dialect: Dialect): Promise<void> {
  const mark = await refuseUnfinishedCopy(dialect);
  if (!mark) return;
  await dialect.write.transaction().execute(async (tx) => {
    // Only this mark: another copy may have started in the meantime.
    const value = JSON.stringify(mark);
    await tx.deleteFrom('installation').where('name', '=', 'copy').where('value', '=', value).execute();
  });
}

/** Returns the mark of a finished copy that has not been used yet, if there is one. */
export async function refuseUnfinishedCopy(dialect: Dialect): Promise<CopyMark | undefined> {
  const mark = await readCopyMark(dialect.read);
  if (mark?.state !== 'under way') return mark;
  throw new UnfinishedCopy(
    'This database is an unfinished copy. Run the same "fingerpost copy" again; it continues where it stopped.',
  );
}

export class UnfinishedCopy extends Error {}

async function setFact(tx: Transaction<Tables>, name: string, fact: object): Promise<void> {
  const value = JSON.stringify(fact);
  await tx
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
