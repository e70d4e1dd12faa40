// Link sets: which links a page showed. Visits refer to a link set, to count impressions of each link.
import { sql, type Transaction } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Executor, Tables } from '../tables.ts';
import type { PageEditionRow } from '../visit-tables.ts';
import { firstOf } from './visits.ts';

/** If an account changes its links more often than this before visits are rolled up, the oldest link sets are lost. */
const MAX_LINK_SETS = 200;

export async function hasLinkSet(executor: Executor, accountId: number, linkSet: string): Promise<boolean> {
  const row = await executor
    .selectFrom('page_edition')
    .select('made_at')
    .where('account_id', '=', accountId)
    .where('edition', '=', linkSet)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertLinkSet(
  tx: Transaction<Tables>,
  accountId: number,
  { edition: linkSet, links, at }: { edition: string; links: readonly number[]; at: Micros },
): Promise<void> {
  await tx
    .insertInto('page_edition')
    .values({ account_id: accountId, edition: linkSet, links: JSON.stringify(links), made_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    DELETE FROM page_edition WHERE account_id = ${accountId} AND edition NOT IN (
      SELECT edition FROM page_edition WHERE account_id = ${accountId} ORDER BY made_at DESC LIMIT ${MAX_LINK_SETS}
    )`.execute(tx);
}

/** The links of each link set. Unknown link sets are left out. */
export async function linksOfSets(
  executor: Executor,
  dialect: Dialect,
  asked: readonly (readonly [accountId: number, linkSet: string])[],
): Promise<(accountId: number, linkSet: string) => number[]> {
  const { rows } = await sql<PageEditionRow>`
    SELECT page_edition.* FROM ${dialect.jsonRows(asked, { account_id: 'integer', edition: 'text' })} AS asked
    JOIN page_edition USING (account_id, edition)
    WHERE ${dialect.ofAccounts('page_edition.account_id', firstOf(asked))}`.execute(executor);
  const links = new Map(rows.map((row) => [`${row.account_id} ${row.edition}`, JSON.parse(row.links) as number[]]));
  return (accountId, linkSet) => links.get(`${accountId} ${linkSet}`) ?? [];
}

export function linkSetsOf(
  executor: Executor,
  accountId: number,
): Promise<Pick<PageEditionRow, 'edition' | 'links'>[]> {
  return executor
    .selectFrom('page_edition')
    .select(['edition', 'links'])
    .where('account_id', '=', accountId)
    .limit(MAX_LINK_SETS)
    .execute();
}
