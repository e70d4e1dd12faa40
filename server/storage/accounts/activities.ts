import { type Page, type PageRequest, readPage } from '../page/page.ts';
import type { ActivityRow, Executor } from '../tables.ts';

/** Without a type, it lists all activities. */
export async function pageOfActivities(
  db: Executor,
  accountId: number,
  request: PageRequest & { type?: string },
): Promise<Page<ActivityRow>> {
  let own = db.selectFrom('activity').where('account_id', '=', accountId);
  if (request.type !== undefined) own = own.where('type', '=', request.type);
  return readPage(own, own.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), request);
}

export async function insertActivity(
  db: Executor,
  accountId: number,
  activity: Omit<ActivityRow, 'account_id'>,
): Promise<void> {
  await db
    .insertInto('activity')
    .values({ account_id: accountId, ...activity })
    .execute();
}
