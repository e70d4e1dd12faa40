// The pages in the sitemap: those of active accounts that did not opt out. Accounts are listed by id ranges, so that every
// query is small. An account that is not listed makes its range a little shorter.

import type { Micros } from '../../../contract/time.ts';
import { accountIdFurtherOn, listAllActiveAccounts } from '../../storage/page/sitemap.ts';
import type { Executor } from '../../storage/tables.ts';
import { yieldToRequests } from '../../system/pauses.ts';

const ACCOUNTS_PER_SITEMAP = 5000;
const ACCOUNTS_PER_QUERY = 500;
const ACCOUNTS_FOR_EXAMPLE = 20;
/** The limit of a sitemap index. */
const MAX_SITEMAPS = 50_000;

/** Ids above `after`, up to `last`. */
export interface IdRange {
  after: number;
  last: number;
}

export interface ListedPage {
  username: string;
  updatedAt: Micros;
}

/** The last range is open-ended, for new accounts. */
export async function sitemapRanges(db: Executor, size = ACCOUNTS_PER_SITEMAP): Promise<IdRange[]> {
  const ranges: IdRange[] = [];
  let after = 0;
  while (ranges.length < MAX_SITEMAPS - 1) {
    const last = await accountIdFurtherOn(db, after, size);
    if (last === undefined) break;
    ranges.push({ after, last });
    after = last;
    await yieldToRequests();
  }
  return [...ranges, { after, last: Number.MAX_SAFE_INTEGER }];
}

export async function sitemapPages(db: Executor, { after, last }: IdRange): Promise<ListedPage[]> {
  const pages: ListedPage[] = [];
  for (let at = after, asked = 0; asked < ACCOUNTS_PER_SITEMAP; asked += ACCOUNTS_PER_QUERY) {
    const accounts = await listAllActiveAccounts(db, at, last, ACCOUNTS_PER_QUERY);
    for (const { username, seo, updated_at } of accounts) {
      if (!keepsEnginesOut(seo)) pages.push({ username, updatedAt: updated_at });
    }
    if (accounts.length < ACCOUNTS_PER_QUERY) break;
    at = accounts.at(-1)!.account_id;
    await yieldToRequests();
  }
  return pages;
}

/** The first of the oldest accounts that allows search engines. */
export async function firstListedPage(db: Executor): Promise<string | undefined> {
  const accounts = await listAllActiveAccounts(db, 0, Number.MAX_SAFE_INTEGER, ACCOUNTS_FOR_EXAMPLE);
  return accounts.find(({ seo }) => !keepsEnginesOut(seo))?.username;
}

/** Parsed here, because the two engines have no common JSON functions. */
function keepsEnginesOut(seo: string): boolean {
  return seo.includes('block_engine') && (JSON.parse(seo) as { block_engine?: string }).block_engine === '1';
}
