// All rows that an account has in a table, in batches: for an export of its data.
import type { Executor, Tables } from '../tables.ts';

/** Tables whose rows have an id. */
type Listed =
  | 'api_key'
  | 'link'
  | 'pixel'
  | 'plan_record'
  | 'activity'
  | 'upload'
  | 'trash'
  | 'page_version'
  | 'statistics_share';

/** In the order of their ids. Rows that are added meanwhile may be included. */
export async function* everyOwnedRow<Table extends Listed>(
  db: Executor,
  table: Table,
  accountId: number,
  atOnce: number,
): AsyncGenerator<Tables[Table][], void, undefined> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom(table as Listed)
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    if (rows.length > 0) yield rows as unknown as Tables[Table][];
    if (rows.length < atOnce) return;
    last = rows.at(-1)!.id;
  }
}
