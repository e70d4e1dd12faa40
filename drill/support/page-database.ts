// A SQLite database with pages to visit: one created like an owner's page, and the requested number of copies, each of
// its own account.
import { DatabaseSync } from 'node:sqlite';
import { makePages } from '../../test/support/pages/pages.ts';

export const PAGE_NAME = 'bench';
/** The slug of its first link. */
export const LINK_NAME = 'order-an-arm';
const titles = [
  'Order an arm',
  'Walking maps',
  'Field guide',
  'Adopt a signpost',
  'The old toll house',
  'Write to us',
  'News',
  'Thanks',
];
/** The distance between the ids of two copies. */
const DISTANCE = 1000;

/** The copies are named `bench-1` and so on. */
export async function preparePages(path: string, copies: number): Promise<string> {
  const url = `sqlite:${path}`;
  const items = titles.map((caption, order) => ({
    caption,
    link: `https://example.com/places/${order}`,
    slug: caption.toLowerCase().replaceAll(' ', '-'),
  }));
  const content = 'I restore *cast-iron* fingerposts, and draw the maps that go with them.';
  const bio = 'Road signs mended, painted and turned the right way round.';
  const blocks = [
    { block: 'text' as const, content },
    { block: 'links' as const, items },
  ];
  await makePages(url, [{ username: PAGE_NAME, name: 'Somebody Measured', bio, blocks }]);
  const database = new DatabaseSync(path);
  for (const table of ['person', 'credential', 'account', 'username', 'block', 'block_item', 'link'])
    copy(database, table, copies);
  database.close();
  return url;
}

function copy(database: DatabaseSync, table: string, copies: number): void {
  const names = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[];
  const columns = names.map(({ name }) => `"${name}"`);
  const values = names.map(({ name }) => {
    if (['account_id', 'person_id', 'id', 'block_id'].includes(name)) return `"${name}" + number * ${DISTANCE}`;
    if (name === 'username') return `"${name}" || '-' || number`;
    return name === 'email' ? `number || "${name}"` : `"${name}"`;
  });
  database.exec(`
    WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${copies})
    INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table}, numbers`);
}
