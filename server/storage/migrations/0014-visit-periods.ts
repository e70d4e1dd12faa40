// Settled counts of a period were one row per quarter of an hour, dimension and key. Now they are one or a few rows per
// quarter of an hour, day and month. Memory stays bounded: a list is made for one period of one target at a time.
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';
import type { VisitPeriodRow } from '../visit-tables.ts';

const [QUARTER_TIER, DAY_TIER, MONTH_TIER] = [0, 1, 2].map((tier) => sql.lit(tier));
const [QUARTER, DAY] = [900_000_000, 86_400_000_000].map((length) => sql.lit(length));
const [PAGE, ALL_LINKS] = [0, -1].map((target) => sql.lit(target));
const MAX_SHARED_LENGTH = 2048;
const ROWS_AT_ONCE = 100;

export async function visitPeriods(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  // Not clustered: the counts may be long.
  await db.schema
    .createTable('visit_period')
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('target_id', 'bigint', (column) => column.notNull())
    .addColumn('dimension', forms.text, (column) => column.notNull())
    .addColumn('tier', 'bigint', (column) => column.notNull())
    .addColumn('start', 'bigint', (column) => column.notNull())
    .addColumn('counts', forms.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('visit_period_key', ['account_id', 'target_id', 'dimension', 'tier', 'start'])
    .execute();
  await addLinkCounts(db, forms);
  await addSpans(db, forms);
  await sql`
    INSERT INTO visit_period (account_id, target_id, dimension, tier, start, counts)
    SELECT account_id, target_id, '', tier, start, '[' || ${lists(forms)} || ']' FROM visit_span AS span`.execute(db);
  await separateLongLists(db);
  for (const table of ['visit_span', 'visit_link_count', 'visit_rollup']) await db.schema.dropTable(table).execute();
}

/** Keys of these are written as numbers. */
const numeric = sql.join(['quarter', 'quarter_impression', 'quarter_kind'].map((name) => sql.lit(name)));

/** Clicks, impressions and uncounted requests of each link, as counts of all links together. */
async function addLinkCounts(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await sql`
    CREATE TABLE visit_link_count (
      account_id bigint NOT NULL, bucket bigint NOT NULL, dimension ${forms.text} NOT NULL, link_id bigint NOT NULL,
      key ${forms.text} NOT NULL, visits bigint NOT NULL, uniques bigint NOT NULL,
      PRIMARY KEY (account_id, bucket, dimension, link_id, key)
    )`.execute(db);
  await sql`
    INSERT INTO visit_link_count (account_id, bucket, dimension, link_id, key, visits, uniques)
    SELECT account_id, bucket, dimension, target_id, key, visits, uniques FROM visit_rollup
    WHERE target_id > ${PAGE} AND dimension IN ('total', 'impression', 'kind')`.execute(db);
}

/** Every period that has counts. Impressions and uncounted requests of links are in few of them; see `lists`. */
async function addSpans(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await sql`
    CREATE TABLE visit_span (
      account_id bigint NOT NULL, target_id bigint NOT NULL, tier bigint NOT NULL, start bigint NOT NULL,
      finish bigint NOT NULL, PRIMARY KEY (account_id, target_id, tier, start)
    )`.execute(db);
  const tiers = [
    { tier: QUARTER_TIER, start: sql`bucket`, finish: sql`start + ${QUARTER}` },
    { tier: DAY_TIER, start: sql`bucket - bucket % ${DAY}`, finish: sql`start + ${DAY}` },
    // 45 days after its start is in the next month.
    { tier: MONTH_TIER, start: forms.monthStart('bucket'), finish: forms.monthStart('start', 45) },
  ];
  for (const { tier, start, finish } of tiers) {
    const [ofLinks, ofAll] =
      tier === DAY_TIER ? [sql`true`, sql`true`] : [sql`dimension <> 'impression'`, sql`dimension <> 'kind'`];
    await sql`
      INSERT INTO visit_span (account_id, target_id, tier, start, finish)
      SELECT account_id, target_id, ${tier}, start, ${finish} FROM (
        SELECT account_id, target_id, ${start} AS start FROM visit_rollup WHERE ${ofLinks}
        UNION ALL
        SELECT account_id, ${ALL_LINKS}, ${start} FROM visit_link_count WHERE ${ofAll}
      ) AS started WHERE true
      ON CONFLICT DO NOTHING`.execute(db);
  }
}

/** The lists of all dimensions of a period. Only days contain counts by quarter of the day. */
function lists({ jsonText }: SchemaForms) {
  const inSpan = sql`account_id = span.account_id AND bucket >= span.start AND bucket < span.finish`;
  const ofTarget = sql`FROM visit_rollup WHERE ${inSpan} AND target_id = span.target_id`;
  const ofLinks = sql`FROM visit_link_count WHERE ${inSpan} AND span.target_id = ${ALL_LINKS}`;
  const series = sql`CASE dimension WHEN 'total' THEN 'quarter' ELSE 'quarter_' || dimension END,
    CAST(bucket % ${DAY} / ${QUARTER} AS text), visits, uniques`;
  const key = sql`CASE WHEN dimension IN (${numeric}) THEN key ELSE ${jsonText('key')} END`;
  return sql`(
    SELECT string_agg('"' || dimension || '",[' || list || ']', ',') FROM (
      SELECT dimension, string_agg(${key} || ',' || visits || ',' || uniques, ',') AS list FROM (
        SELECT dimension, key, sum(visits) AS visits, sum(uniques) AS uniques FROM (
          SELECT dimension, key, visits, uniques ${ofTarget} AND dimension <> 'impression'
          UNION ALL
          SELECT CASE dimension WHEN 'total' THEN 'link' ELSE dimension END, CAST(link_id AS text), visits, uniques
          ${ofLinks} AND dimension <> 'kind'
          UNION ALL
          SELECT ${series} ${ofTarget} AND span.tier = ${DAY_TIER} AND dimension IN ('total', 'impression', 'kind')
          UNION ALL
          SELECT ${series} ${ofLinks} AND span.tier = ${DAY_TIER} AND dimension <> 'total'
        ) AS counted GROUP BY dimension, key
      ) AS summed GROUP BY dimension
    ) AS listed
  )`;
}

/** Moves the longest lists of long rows to their own rows. */
async function separateLongLists(db: Kysely<Tables>): Promise<void> {
  let after: Pick<VisitPeriodRow, 'account_id' | 'target_id' | 'tier' | 'start'> | undefined;
  for (;;) {
    const { rows } = await sql<VisitPeriodRow>`
      SELECT * FROM visit_period WHERE dimension = '' AND length(counts) > ${MAX_SHARED_LENGTH} ${
        after
          ? sql`AND (account_id, target_id, tier, start) > (${after.account_id}, ${after.target_id}, ${after.tier}, ${after.start})`
          : sql``
      }
      ORDER BY account_id, target_id, tier, start LIMIT ${ROWS_AT_ONCE}`.execute(db);
    if (rows.length > 0) {
      await db
        .insertInto('visit_period')
        .values(rows.flatMap(separated))
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'target_id', 'dimension', 'tier', 'start'])
            .doUpdateSet((row) => ({ counts: row.ref('excluded.counts') })),
        )
        .execute();
    }
    after = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

function separated(row: VisitPeriodRow): VisitPeriodRow[] {
  const values = JSON.parse(row.counts) as unknown[];
  const parts = values.flatMap((dimension, place) =>
    place % 2 === 0 ? [{ dimension: dimension as string, list: JSON.stringify(values[place + 1]) }] : [],
  );
  const own: VisitPeriodRow[] = [];
  let length = parts.reduce((sum, { list }) => sum + list.length, 0);
  for (const { dimension, list } of parts.toSorted((a, b) => b.list.length - a.list.length)) {
    if (length <= MAX_SHARED_LENGTH) break;
    own.push({ ...row, dimension, counts: list });
    length -= list.length;
  }
  const isOwn = new Set(own.map(({ dimension }) => dimension));
  const shared = parts.map(({ dimension, list }) => `"${dimension}",${isOwn.has(dimension) ? null : list}`);
  return [...own, { ...row, counts: `[${shared.join(',')}]` }];
}
