// Facts about the installation as a whole: which one it is, whether this database is a copy that is not finished, and how
// far the walk is that removes what is no longer kept.
import type { Transaction } from 'kysely';
import type { Micros } from '../../contract/time.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Executor, Tables } from './tables.ts';

/** On a database that is, or was just, the target of a copy; the first start on it takes it off. */
export interface CopyMark {
  /** The id of the installation that is copied. */
  of: string;
  /** Which run of the copy is at it. Where two are, the later one goes on and the other gives up. */
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

/** Where the walk over all accounts is that takes away what is older than it is kept. */
export interface PruningMark {
  /** The UTC day on which it began. */
  day: string;
  /** The last account that it is done with; nothing once it is done with all. */
  after?: number | undefined;
  /** When one last came to its end. */
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

/** When somebody last saw to what one process does for all. */
export async function readUpkeepMark(executor: Executor): Promise<Micros | undefined> {
  const row = await executor.selectFrom('installation').select('value').where('name', '=', 'upkeep').executeTakeFirst();
  return row && (JSON.parse(row.value) as { at: Micros }).at;
}

export function setUpkeepMark(tx: Transaction<Tables>, at: Micros): Promise<void> {
  return setFact(tx, 'upkeep', { at });
}

/** To be used is what a copy was made for; from then on it is an installation of its own, not to be copied over. */
export async function claimCopy(dialect: Dialect): Promise<void> {
  const mark = await refuseUnfinishedCopy(dialect);
  if (!mark) return;
  await dialect.write.transaction().execute(async (tx) => {
    // Only this one: another copy may have begun meanwhile.
    const value = JSON.stringify(mark);
    await tx.deleteFrom('installation').where('name', '=', 'copy').where('value', '=', value).execute();
  });
}

/** The mark of a finished copy that nobody has used yet, if there is one. */
export async function refuseUnfinishedCopy(dialect: Dialect): Promise<CopyMark | undefined> {
  const mark = await readCopyMark(dialect.read);
  if (mark?.state !== 'under way') return mark;
  throw new UnfinishedCopy(
    'This database is a copy that is not finished. Run the same "fingerpost copy" again; it goes on where it was.',
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
