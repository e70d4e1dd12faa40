import type { Micros } from '../../../contract/time.ts';
import type { Executor, InvitationRow } from '../tables.ts';

/** One that can still be used. */
export async function findInvitation(db: Executor, tokenHash: string, now: Micros): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
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
