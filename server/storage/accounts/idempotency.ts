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
