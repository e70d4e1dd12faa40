// A large installation: the demo account with all its data, and visit counts as after some time.
import { sql } from 'kysely';
import { DAY } from '../../contract/time.ts';
import { createDemo } from '../../server/demo/index.ts';
import type { JsonColumns } from '../../server/storage/dialects/dialect.ts';
import { openStore, type Store } from '../../server/storage/store.ts';
import { SHARED, TIERS } from '../../server/storage/visits/visit-periods.ts';
import { createClock } from '../../server/system/clock.ts';
import { withStore } from './with-store.ts';

const AT_ONCE = 10_000;
const QUARTER = DAY / 96;
const FIRST_ACCOUNT = 1_000_000;
const ACCOUNTS = 500;

type Values = (string | number)[];

/** About this many rows, two thirds of them quarter-hours and the rest seen visitors. */
export async function makeLarge(databaseUrl: string, rows: number): Promise<void> {
  const clock = createClock();
  await withStore(databaseUrl, (store, visits) => createDemo({ store, clock, visits }));

  const store = await openStore(databaseUrl, { watch: false });
  const now = clock() - (clock() % QUARTER);
  await insertMany(
    store,
    'visit_period',
    {
      account_id: 'integer',
      target_id: 'integer',
      dimension: 'text',
      tier: 'integer',
      start: 'integer',
      counts: 'text',
    },
    Math.round((rows * 2) / 3),
    (number) => {
      const start = now - Math.floor(number / ACCOUNTS) * QUARTER;
      return [accountOf(number), number % 4, SHARED, TIERS.quarter, start, '["country",["gb",9,4]]'];
    },
  );
  await insertMany(
    store,
    'visit_seen',
    { account_id: 'integer', day: 'text', target_id: 'integer', visitor: 'text', source: 'text' },
    Math.round(rows / 3),
    (number) => [accountOf(number), '2026-11-15', number % 4, `visitor-${number.toString(36).padStart(10, '0')}`, ''],
  );
  await store.close();
}

function accountOf(number: number): number {
  return FIRST_ACCOUNT + (number % ACCOUNTS);
}

async function insertMany(
  { dialect }: Store,
  table: string,
  columns: JsonColumns,
  count: number,
  row: (number: number) => Values,
): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) => row(start + index));
    const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
    await dialect.record.transaction().execute(async (tx) => {
      await sql`
        INSERT INTO ${sql.table(table)} (${names})
        SELECT ${names} FROM ${dialect.jsonRows(rows, columns)} AS given`.execute(tx);
    });
  }
}
