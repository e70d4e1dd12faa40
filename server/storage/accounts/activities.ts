import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import { type Page, type PageRequest, readPage } from '../page/page.ts';
import type { ActivityRow, Executor, Tables } from '../tables.ts';

export interface ActivityFilter {
  /** Undefined for all. */
  types?: readonly string[] | undefined;
  /** Part of the message. */
  text?: string | undefined;
  ip?: string | undefined;
  /** From the start, up to but not including the end. */
  from?: Micros | undefined;
  to?: Micros | undefined;
}

/** Newest first. */
export async function pageOfActivities(
  db: Executor,
  accountId: number,
  filter: ActivityFilter,
  request: PageRequest,
): Promise<Page<ActivityRow>> {
  const own = db
    .selectFrom('activity')
    .where('account_id', '=', accountId)
    .where((eb) => matching(eb, filter));
  return readPage(own, own.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), request);
}

/** All of them in batches, newest first. */
export async function* everyActivity(
  db: Executor,
  accountId: number,
  filter: ActivityFilter,
  atOnce: number,
): AsyncGenerator<ActivityRow[], void, undefined> {
  for (let last: ActivityRow | undefined; ; ) {
    let query = db
      .selectFrom('activity')
      .selectAll()
      .where('account_id', '=', accountId)
      .where((eb) => matching(eb, filter));
    if (last) {
      const { created_at: at, id } = last;
      query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(at, id)));
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(atOnce).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1);
  }
}

function matching(eb: ExpressionBuilder<Tables, 'activity'>, { types, text, ip, from, to }: ActivityFilter) {
  return eb.and([
    ...(types ? [eb('type', 'in', types)] : []),
    ...(text ? [contains(text)] : []),
    ...(ip ? [eb('ip', '=', ip)] : []),
    ...(from === undefined ? [] : [eb('created_at', '>=', from)]),
    ...(to === undefined ? [] : [eb('created_at', '<', to)]),
  ]);
}

/** Both engines know upper and lower case of A to Z alone. */
function contains(text: string) {
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const pattern = `%${lower.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(message) LIKE ${pattern} ESCAPE '\\'`;
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
