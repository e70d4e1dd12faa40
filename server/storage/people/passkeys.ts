import type { Micros } from '../../../contract/time.ts';
import type { PasskeyRow } from '../people-tables.ts';
import type { Executor } from '../tables.ts';

export async function insertPasskey(db: Executor, passkey: PasskeyRow): Promise<void> {
  await db.insertInto('passkey').values(passkey).execute();
}

export async function listPasskeys(db: Executor, personId: number, count: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkey').selectAll().where('person_id', '=', personId).orderBy('id').limit(count).execute();
}

/** Looks up a passkey across all people. */
export async function findPasskey(db: Executor, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** The name before the change; undefined if the person has no such passkey. */
export async function findPasskeyName(db: Executor, personId: number, id: number): Promise<string | undefined> {
  const own = db.selectFrom('passkey').select('name').where('person_id', '=', personId).where('id', '=', id);
  return (await own.executeTakeFirst())?.name;
}

export async function renamePasskey(db: Executor, personId: number, id: number, name: string): Promise<void> {
  await db.updateTable('passkey').set({ name }).where('person_id', '=', personId).where('id', '=', id).execute();
}

export async function deletePasskey(db: Executor, personId: number, id: number): Promise<void> {
  await db.deleteFrom('passkey').where('person_id', '=', personId).where('id', '=', id).execute();
}

/** False if the person does not have it any more, or if somebody has used it since its counter was read. */
export async function usePasskey(
  db: Executor,
  personId: number,
  id: number,
  { before, counter, at }: { before: number; counter: number; at: Micros },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, used_at: at })
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
