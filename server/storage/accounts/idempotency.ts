import type { Micros } from '../../../contract/time.ts';
import type { Executor, IdempotencyRow } from '../tables.ts';

export async function findAnswer(
  db: Executor,
  accountId: number,
  key: string,
  since: Micros,
): Promise<IdempotencyRow | undefined> {
  return db
    .selectFrom('idempotency')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('created_at', '>=', since)
    .executeTakeFirst();
}

export async function keepAnswer(
  db: Executor,
  accountId: number,
  answer: Omit<IdempotencyRow, 'account_id'>,
): Promise<void> {
  await db
    .insertInto('idempotency')
    .values({ account_id: accountId, ...answer })
    .execute();
}

export async function dropAnswersBefore(db: Executor, accountId: number, before: Micros): Promise<void> {
  await db.deleteFrom('idempotency').where('account_id', '=', accountId).where('created_at', '<', before).execute();
}

/** Whether the account has as many as that. */
export async function hasAnswers(db: Executor, accountId: number, count: number): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency')
    .select('created_at')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return row !== undefined;
}
