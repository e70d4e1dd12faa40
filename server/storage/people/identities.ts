// People as a provider knows them. A subject means somebody at one issuer only.
import type { IdentityRow } from '../people-tables.ts';
import type { Executor } from '../tables.ts';

export async function insertIdentity(db: Executor, identity: IdentityRow): Promise<void> {
  await db.insertInto('identity').values(identity).execute();
}

/** Looks up somebody at a provider across all people. */
export async function findIdentity(
  db: Executor,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('identity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** This one of the person, or any. */
export async function hasIdentity(db: Executor, personId: number, id?: number): Promise<boolean> {
  let own = db.selectFrom('identity').select('id').where('person_id', '=', personId).limit(1);
  if (id !== undefined) own = own.where('id', '=', id);
  return (await own.executeTakeFirst()) !== undefined;
}

/** How many of all people are of other issuers. */
export async function countOtherIdentities(db: Executor, issuer: string): Promise<number> {
  const { count } = await db
    .selectFrom('identity')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issuer', '<>', issuer)
    .executeTakeFirstOrThrow();
  return count;
}
