import type { Micros } from '../../../contract/time.ts';
import type { AuthPasskeyRow } from '../auth-tables.ts';
import type { Executor } from '../tables.ts';

export async function listPasskeys(db: Executor, accountId: number, count: number): Promise<AuthPasskeyRow[]> {
  return db.selectFrom('auth_passkey').selectAll().where('userId', '=', accountId).orderBy('id').limit(count).execute();
}

export async function countPasskeys(db: Executor, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('auth_passkey')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The name before the change; undefined if the account has no such passkey. */
export async function findPasskeyName(db: Executor, accountId: number, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth_passkey')
    .select('name')
    .where('userId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && (row.name ?? '');
}

export async function renamePasskey(db: Executor, accountId: number, id: number, name: string): Promise<void> {
  await db.updateTable('auth_passkey').set({ name }).where('userId', '=', accountId).where('id', '=', id).execute();
}

export async function deletePasskey(db: Executor, accountId: number, id: number): Promise<void> {
  await db.deleteFrom('auth_passkey').where('userId', '=', accountId).where('id', '=', id).execute();
}

/** Returns false if the account does not have the passkey any more. */
export async function notePasskeyUse(
  db: Executor,
  accountId: number,
  credentialId: string,
  usedAt: Micros,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth_passkey')
    .set({ usedAt })
    .where('userId', '=', accountId)
    .where('credentialID', '=', credentialId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
