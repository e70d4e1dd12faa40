// Who can sign in. What signs in locks the row of the person and nothing of their account.
import type { PersonRow } from '../people-tables.ts';
import { tableKinds } from '../table-kinds.ts';
import type { Executor } from '../tables.ts';

export type NewPerson = Pick<PersonRow, 'person_id' | 'email' | 'proven_id' | 'language'>;

/** The address is their first one, so it has their id. */
export async function insertPerson(db: Executor, person: NewPerson): Promise<void> {
  const { person_id } = person;
  await db
    .insertInto('person')
    .values({
      ...person,
      generation: 0,
      address_id: person_id,
      recovered_at: null,
      is_active: 1,
      suspension_reason: null,
      signed_in: 0,
    })
    .execute();
  const noTotp = { totp_id: null, totp_secret: null, totp_confirmed: 0, totp_added_at: 0, totp_used_step: 0 };
  await db
    .insertInto('credential')
    .values({ person_id, password_id: null, password_hash: null, ...noTotp, recovery_codes: '[]' })
    .execute();
}

export async function findPerson(db: Executor, personId: number): Promise<PersonRow | undefined> {
  return db.selectFrom('person').selectAll().where('person_id', '=', personId).executeTakeFirst();
}

/** Looks up an e-mail address across all people. */
export async function findPersonByEmail(db: Executor, email: string): Promise<PersonRow | undefined> {
  return db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst();
}

/**
 * Locks the row until the transaction ends. What changes an account too locks the account first. Undefined if there is
 * no such person.
 */
export async function holdPerson(db: Executor, personId: number): Promise<PersonRow | undefined> {
  return db
    .updateTable('person')
    .set((eb) => ({ generation: eb.ref('generation') }))
    .where('person_id', '=', personId)
    .returningAll()
    .executeTakeFirst();
}

export async function updatePerson(
  db: Executor,
  personId: number,
  values: Partial<Omit<PersonRow, 'person_id' | 'email'>>,
): Promise<void> {
  await db.updateTable('person').set(values).where('person_id', '=', personId).execute();
}

export type ProvenAddress = Pick<PersonRow, 'email' | 'address_id'> & { proven_id: number };

/** Of the person and their account, in one transaction. Fails as a duplicate if another person has the address. */
export async function setProvenAddress(db: Executor, personId: number, address: ProvenAddress): Promise<void> {
  await db.updateTable('person').set(address).where('person_id', '=', personId).execute();
  await db
    .updateTable('account')
    .set({ email: address.email, pending_email: null })
    .where('account_id', '=', personId)
    .execute();
}

/** With everything that signs them in. */
export async function deletePerson(db: Executor, personId: number): Promise<void> {
  for (const table of tableKinds.signIn) await db.deleteFrom(table).where('person_id', '=', personId).execute();
}
