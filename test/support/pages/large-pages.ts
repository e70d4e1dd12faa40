// Pages with many links, and the rows that an interrupted import must not leave behind.
import { sql } from 'kysely';
import type { Store } from '../../../server/storage/store.ts';

const LINKS_PER_BLOCK = 100;

export function pageOfLinks(count: number, set: string, mark = '') {
  const items = Array.from({ length: count }, (_, index) => ({
    caption: `Link ${set}${index}${mark}`,
    link: `https://example.com/${set}/${index}`,
  }));
  const blocks = Array.from({ length: Math.ceil(count / LINKS_PER_BLOCK) }, (_, index) => ({
    block: 'links',
    items: items.slice(index * LINKS_PER_BLOCK, (index + 1) * LINKS_PER_BLOCK),
  }));
  return { version: 1, blocks };
}

/** Counts hidden rows and the records of unfinished imports. */
export async function hiddenRows({ read }: Store, accountId: number) {
  const { rows } = await sql<{ items: number; links: number; imports: number }>`
    SELECT
      (SELECT count(*) FROM block_item WHERE account_id = ${accountId} AND (position < 0 OR NOT EXISTS (
        SELECT 1 FROM block WHERE block.account_id = block_item.account_id AND block.id = block_item.block_id))) AS items,
      (SELECT count(*) FROM link WHERE account_id = ${accountId} AND deleted_at < 0) AS links,
      (SELECT count(*) FROM page_import WHERE account_id = ${accountId}) AS imports`.execute(read);
  return { ...rows[0]! };
}
