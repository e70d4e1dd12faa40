// Facts about the installation as a whole: which one it is, and whether this database is a copy that is not finished.
import type { Transaction } from 'kysely';
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

export async function setCopyMark(tx: Transaction<Tables>, mark: CopyMark): Promise<void> {
  const value = JSON.stringify(mark);
  await tx
    .insertInto('installation')
    .values({ name: 'copy', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** To be used is what a copy was made for; from then on it is an installation of its own, not to be copied over. */
export async function claimCopy(dialect: Dialect): Promise<void> {
  const mark = await readCopyMark(dialect.read);
  if (!mark) return;
  if (mark.state === 'under way') {
    throw new UnfinishedCopy(
      'This database is a copy that is not finished. Run the same "fingerpost copy" again; it goes on where it was.',
    );
  }
  await dialect.write.transaction().execute(async (tx) => {
    // Only this one: another copy may have begun meanwhile.
    const value = JSON.stringify(mark);
    await tx.deleteFrom('installation').where('name', '=', 'copy').where('value', '=', value).execute();
  });
}

export class UnfinishedCopy extends Error {}
