import { type Page, type PageRequest, readPage } from '../page/page.ts';
import type { Executor, PlanRecordRow } from '../tables.ts';

export async function pageOfPlanRecords(
  db: Executor,
  accountId: number,
  request: PageRequest,
): Promise<Page<PlanRecordRow>> {
  const own = db.selectFrom('plan_record').where('account_id', '=', accountId);
  return readPage(own, own.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), request);
}

export async function insertPlanRecord(
  db: Executor,
  accountId: number,
  record: Omit<PlanRecordRow, 'account_id'>,
): Promise<void> {
  await db
    .insertInto('plan_record')
    .values({ account_id: accountId, ...record })
    .execute();
}
