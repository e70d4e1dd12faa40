// A SQLite database with pages to visit: one created like an owner's page, and the requested number of copies, each of
// its own account.
import { DatabaseSync } from 'node:sqlite';
import type { Transaction } from 'kysely';
import { createAccount } from '../server/domain/accounts/accounts.ts';
import { commandLine } from '../server/domain/accounts/actor.ts';
import { slugFor } from '../server/domain/links/slugs.ts';
import { updateAccount } from '../server/storage/accounts/accounts.ts';
import { insertBlock, insertBlockItem, insertLink } from '../server/storage/page/blocks.ts';
import type { Store } from '../server/storage/store.ts';
import type { Tables } from '../server/storage/tables.ts';
import { createClock } from '../server/system/clock.ts';
import { withStore } from './database.ts';

export const PAGE_NAME = 'bench';
/** The slug of its first link. */
export const LINK_NAME = 'order-an-arm';
const LINKS = 8;
const titles = ['Order an arm', 'Walking maps', 'Field guide', 'Adopt a signpost', 'The old toll house', 'Write to us'];
/** The distance between the ids of two copies. */
const DISTANCE = 1000;

/** The copies are named `bench-1` and so on. */
export async function preparePages(path: string, copies: number): Promise<string> {
  const url = `sqlite:${path}`;
  await withStore(url, async (store) => {
    const at = createClock()();
    const person = { username: PAGE_NAME, email: 'bench@example.com', name: 'Somebody Measured' };
    const accountId = await createAccount(store, person, commandLine, at);
    await store.write(accountId, async (tx) => {
      await updateAccount(tx, accountId, { bio: 'Road signs mended, painted and turned the right way round.' });
      await addBlocks(store, tx, accountId, at);
    });
  });
  const database = new DatabaseSync(path);
  for (const table of ['auth_user', 'account', 'username', 'block', 'block_item', 'link'])
    copy(database, table, copies);
  database.close();
  return url;
}

async function addBlocks(store: Store, tx: Transaction<Tables>, accountId: number, at: number): Promise<void> {
  const [text, links, ...items] = await store.dialect.allocateIds(tx, 2 + LINKS);
  const dated = { created_at: at, updated_at: at };
  const plain = { name: null, subheading: null, settings: null, ...dated };
  const content = JSON.stringify('I restore *cast-iron* fingerposts, and draw the maps that go with them.');
  await insertBlock(tx, accountId, { ...plain, id: text!, block: 'text', content, position: 1 });
  await insertBlock(tx, accountId, { ...plain, id: links!, block: 'links', content: null, position: 2 });
  const taken = new Set<string>();
  for (const [order, id] of items.entries()) {
    const caption = titles[order % titles.length]!;
    const url = `https://example.com/places/${order}`;
    const slug = slugFor(caption, (one) => taken.has(one));
    taken.add(slug);
    await insertBlockItem(tx, accountId, {
      id,
      block_id: links!,
      list_order: order,
      thumbnail: null,
      is_element: 0,
      element: null,
      link: url,
      content: JSON.stringify({ caption, alt: null }),
      settings: null,
      position: order,
      ...dated,
    });
    await insertLink(tx, accountId, { id, slug, url, deleted_at: null });
  }
}

function copy(database: DatabaseSync, table: string, copies: number): void {
  const names = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[];
  const columns = names.map(({ name }) => `"${name}"`);
  const values = names.map(({ name }) => {
    if (['account_id', 'id', 'block_id'].includes(name)) return `"${name}" + number * ${DISTANCE}`;
    if (name === 'username') return `"${name}" || '-' || number`;
    return name === 'email' ? `number || "${name}"` : `"${name}"`;
  });
  database.exec(`
    WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${copies})
    INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table}, numbers`);
}
