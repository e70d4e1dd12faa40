// Which pages search engines are told of: those of active accounts whose owners did not keep them out. Accounts are
// listed by ranges of ids, so that every question to the store is a small one; an account that is not to be listed
// leaves its range a little shorter.

import { setImmediate as letOthers } from 'node:timers/promises';
import type { Micros } from '../../../contract/time.ts';
import { accountIdFurtherOn, listAllActiveAccounts } from '../../storage/page/sitemap.ts';
import type { Executor } from '../../storage/tables.ts';

const ACCOUNTS_A_SITEMAP = 5000;
const ACCOUNTS_A_QUESTION = 500;
/** What an index of sitemaps may name. */
const MAX_SITEMAPS = 50_000;

/** Ids above the first and up to the second. */
export interface IdRange {
  after: number;
  last: number;
}

export interface ListedPage {
  username: string;
  updatedAt: Micros;
}

/** The last range is open: whoever comes next is in it. */
export async function sitemapRanges(db: Executor, size = ACCOUNTS_A_SITEMAP): Promise<IdRange[]> {
  const ranges: IdRange[] = [];
  let after = 0;
  while (ranges.length < MAX_SITEMAPS - 1) {
    const last = await accountIdFurtherOn(db, after, size);
    if (last === undefined) break;
    ranges.push({ after, last });
    after = last;
    await letOthers();
  }
  return [...ranges, { after, last: Number.MAX_SAFE_INTEGER }];
}

export async function sitemapPages(db: Executor, { after, last }: IdRange): Promise<ListedPage[]> {
  const pages: ListedPage[] = [];
  for (let at = after, asked = 0; asked < ACCOUNTS_A_SITEMAP; asked += ACCOUNTS_A_QUESTION) {
    const accounts = await listAllActiveAccounts(db, at, last, ACCOUNTS_A_QUESTION);
    for (const { username, seo, updated_at } of accounts) {
      if (!keepsEnginesOut(seo)) pages.push({ username, updatedAt: updated_at });
    }
    if (accounts.length < ACCOUNTS_A_QUESTION) break;
    at = accounts.at(-1)!.account_id;
    await letOthers();
  }
  return pages;
}

/** What is stored is looked at here: the two stores have no way in common to look into a text of JSON. */
function keepsEnginesOut(seo: string): boolean {
  return seo.includes('block_engine') && (JSON.parse(seo) as { block_engine?: string }).block_engine === '1';
}
