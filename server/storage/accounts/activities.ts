import { type SqlBool, sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Micros } from '../../../contract/time.ts';
import { type Page, type PageRequest, readPage } from '../page/page.ts';
import type { ActivityRow, Executor } from '../tables.ts';

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
  const found = activitiesOf(db, accountId, filter);
  return readPage(found, found.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), request);
}

/** All of them in batches, newest first. */
export async function* everyActivity(
  db: Executor,
  accountId: number,
  filter: ActivityFilter,
  atOnce: number,
): AsyncGenerator<ActivityRow[], void, undefined> {
  for (let last: ActivityRow | undefined; ; ) {
    let query = activitiesOf(db, accountId, filter).selectAll();
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

/** No index finds a text or an IP address: they are looked for in the newest of all that match the other filters. */
function activitiesOf(db: Executor, accountId: number, { types, text, ip, from, to }: ActivityFilter) {
  let own = db.selectFrom('activity').selectAll().where('account_id', '=', accountId);
  if (types) own = own.where('type', 'in', types);
  if (from !== undefined) own = own.where('created_at', '>=', from);
  if (to !== undefined) own = own.where('created_at', '<', to);
  if (text || ip) own = own.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limits.searchedActivities);
  let found = db.selectFrom(own.as('activity'));
  if (text) found = found.where(contains(text));
  if (ip) found = found.where('ip', '=', ip);
  return found;
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

type ActivityPlace = Pick<ActivityRow, 'created_at' | 'id'>;

/** The newest activity that is older than that, or has so many newer ones. Undefined if there is none. */
export async function expiredActivity(
  db: Executor,
  accountId: number,
  before: Micros,
  kept: number,
): Promise<ActivityPlace | undefined> {
  const newestFirst = db
    .selectFrom('activity')
    .select(['created_at', 'id'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  const surplus = await newestFirst.offset(kept).executeTakeFirst();
  // If both exist, the next call finds the other one.
  return surplus ?? newestFirst.where('created_at', '<', before).executeTakeFirst();
}

/** Deletes at most `limit` activities, up to and including that one. Returns how many it deleted. */
export async function deleteActivitiesUpTo(
  db: Executor,
  accountId: number,
  { created_at: at, id }: ActivityPlace,
  limit: number,
): Promise<number> {
  const oldest = db
    .selectFrom('activity')
    .select('id')
    .where('account_id', '=', accountId)
    .where((eb) => eb(eb.refTuple('created_at', 'id'), '<=', eb.tuple(at, id)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('activity')
    .where('account_id', '=', accountId)
    .where('id', 'in', oldest)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
