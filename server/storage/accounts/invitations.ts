import type { Micros } from '../../../contract/time.ts';
import type { InvitationRow } from '../people-tables.ts';
import type { Executor } from '../tables.ts';

/** One that can still be used. */
export async function findInvitation(db: Executor, tokenHash: string, now: Micros): Promise<InvitationRow | undefined> {
  return usable(db, now).where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** True for the one who uses it. */
export async function useUpInvitation(db: Executor, tokenHash: string, at: Micros): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertInvitation(db: Executor, invitation: Omit<InvitationRow, 'used_at'>): Promise<void> {
  await db
    .insertInto('invitation')
    .values({ ...invitation, used_at: null })
    .execute();
}

/** One for this address that can still be used; the newest if there are several. */
export async function findInvitationOf(db: Executor, email: string, now: Micros): Promise<InvitationRow | undefined> {
  return usable(db, now).where('email', '=', email).orderBy('expires_at', 'desc').executeTakeFirst();
}

/** Used ones too. */
export async function deleteInvitationsTo(db: Executor, emails: readonly string[]): Promise<void> {
  if (emails.length > 0) await db.deleteFrom('invitation').where('email', 'in', emails).execute();
}

function usable(db: Executor, now: Micros) {
  return db.selectFrom('invitation').selectAll().where('used_at', 'is', null).where('expires_at', '>', now);
}
