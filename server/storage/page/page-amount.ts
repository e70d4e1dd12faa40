// How much data a page has: one statement, which reads lengths instead of texts.
import { type RawBuilder, sql } from 'kysely';
import { blockTypes, definitionOf } from '../../../contract/blocks/index.ts';
import type { StoredAmount } from '../../../contract/page/size.ts';
import type { AccountRow, BlockItemRow, BlockRow, Executor } from '../tables.ts';

const accountTexts: (keyof AccountRow)[] = ['name', 'bio', 'avatar', 'seo', 'social', 'customize', 'background'];
const blockTexts: (keyof BlockRow)[] = ['name', 'subheading', 'content', 'settings'];
const repeating = blockTypes.filter((type) => definitionOf(type).showsAccount);
const itemTexts: (keyof BlockItemRow)[] = ['thumbnail', 'element', 'link', 'content', 'settings'];

export async function storedAmount(db: Executor, accountId: number): Promise<StoredAmount> {
  const { rows } = await sql<Omit<StoredAmount, 'contentBytes'> & { blockBytes: number; itemBytes: number }>`
    SELECT a.*, b.*, i.* FROM
      (SELECT ${total(accountTexts)} AS "accountBytes" FROM account WHERE account_id = ${accountId}) AS a,
      (SELECT count(*) AS blocks, ${total(blockTexts)} AS "blockBytes",
        count(CASE WHEN block IN (${sql.join(repeating)}) THEN 1 END) AS repeats
        FROM block WHERE account_id = ${accountId}) AS b,
      (SELECT count(*) AS items, ${total(itemTexts)} AS "itemBytes"
        FROM block_item WHERE account_id = ${accountId}) AS i`.execute(db);
  const { blockBytes, itemBytes, ...amount } = rows[0]!;
  return { ...amount, contentBytes: blockBytes + itemBytes };
}

function total(columns: readonly string[]): RawBuilder<number> {
  const lengths = columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  return sql`coalesce(sum(${sql.join(lengths, sql` + `)}), 0)`;
}
