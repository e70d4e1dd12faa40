// A person's password and second factor.
import type { Micros } from '../../../contract/time.ts';
import type { CredentialRow } from '../people-tables.ts';
import type { Executor } from '../tables.ts';

export async function findCredential(db: Executor, personId: number): Promise<CredentialRow | undefined> {
  return db.selectFrom('credential').selectAll().where('person_id', '=', personId).executeTakeFirst();
}

/** Undefined if there is no password. */
export async function findPasswordHash(db: Executor, personId: number): Promise<string | undefined> {
  return (await findCredential(db, personId))?.password_hash ?? undefined;
}

/** `id` is new: what was added before the password has a smaller one. */
export async function setPassword(
  db: Executor,
  personId: number,
  { id, hash }: { id: number; hash: string },
): Promise<void> {
  const password = { password_id: id, password_hash: hash };
  await db.updateTable('credential').set(password).where('person_id', '=', personId).execute();
}

/** Deletes the password if it was set with an id from this one on. Returns whether it was. */
export async function deletePasswordFrom(db: Executor, personId: number, from: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credential')
    .set({ password_id: null, password_hash: null })
    .where('person_id', '=', personId)
    .where('password_id', '>=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A second factor as it is stored, to be put back. */
export interface TwoFactor {
  id: number;
  secret: string;
  addedAt: Micros;
  usedStep: number;
  /** JSON. */
  recoveryCodes: string;
}

/** Undefined if none is active. */
export function activeTwoFactor(credential: CredentialRow | undefined): TwoFactor | undefined {
  if (credential?.totp_confirmed !== 1) return undefined;
  const { totp_id, totp_secret, totp_added_at, totp_used_step, recovery_codes } = credential;
  const times = { addedAt: totp_added_at, usedStep: totp_used_step };
  return { id: totp_id!, secret: totp_secret!, ...times, recoveryCodes: recovery_codes };
}

export async function findTwoFactor(db: Executor, personId: number): Promise<TwoFactor | undefined> {
  return activeTwoFactor(await findCredential(db, personId));
}

/** In place of what the person had. It is set up first, and active once a code was confirmed. */
export async function setTwoFactor(
  db: Executor,
  personId: number,
  { id, secret, addedAt, usedStep, recoveryCodes }: TwoFactor,
  { isActive }: { isActive: boolean },
): Promise<void> {
  await db
    .updateTable('credential')
    .set({
      totp_id: id,
      totp_secret: secret,
      totp_confirmed: Number(isActive),
      totp_added_at: addedAt,
      totp_used_step: usedStep,
      recovery_codes: recoveryCodes,
    })
    .where('person_id', '=', personId)
    .execute();
}

/** With an id and a time of its own: what was added since it was set up is older. */
export async function activateTwoFactor(
  db: Executor,
  personId: number,
  { id, addedAt, recoveryCodes }: Pick<TwoFactor, 'id' | 'addedAt' | 'recoveryCodes'>,
): Promise<void> {
  await db
    .updateTable('credential')
    .set({ totp_id: id, totp_confirmed: 1, totp_added_at: addedAt, recovery_codes: recoveryCodes })
    .where('person_id', '=', personId)
    .execute();
}

export async function deleteTwoFactor(db: Executor, personId: number): Promise<void> {
  const none = { totp_id: null, totp_secret: null, totp_confirmed: 0, recovery_codes: '[]' };
  await db.updateTable('credential').set(none).where('person_id', '=', personId).execute();
}

/** False if the code of this step, or of a later one, was used already. */
export async function useStep(db: Executor, personId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credential')
    .set({ totp_used_step: step })
    .where('person_id', '=', personId)
    .where('totp_used_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setRecoveryCodes(db: Executor, personId: number, recoveryCodes: string): Promise<void> {
  const codes = { recovery_codes: recoveryCodes };
  await db.updateTable('credential').set(codes).where('person_id', '=', personId).execute();
}
