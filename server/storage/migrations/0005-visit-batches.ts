// Visits are recorded in batches, one row per commit. They are first counted in one row per target and quarter of an
// hour. A page edition records which links a page showed. Visits that an earlier version recorded but did not count are
// migrated.
import { type Kysely, sql } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

const EVENTS_PER_BATCH = 500;
const EARLIER_VERSION = 'earlier-version';

interface JournalRow {
  account_id: number;
  id: string;
  at: number;
  target_id: number;
  visitor: string;
  country: string;
  city: string;
  os: string;
  browser: string;
}

export async function visitBatches(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await forms
    .clustered(
      db.schema
        .createTable('visit_batch')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('writer', forms.text, (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('count', 'bigint', (column) => column.notNull())
        .addColumn('events', forms.text, (column) => column.notNull())
        .addPrimaryKeyConstraint('visit_batch_key', ['at', 'writer', 'seq']),
    )
    .execute();
  await db.schema
    .createTable('visit_writer')
    .addColumn('writer', forms.text, (column) => column.primaryKey().notNull())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .execute();
  await forms
    .clustered(
      db.schema
        .createTable('visit_fresh')
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('target_id', 'bigint', (column) => column.notNull())
        .addColumn('bucket', 'bigint', (column) => column.notNull())
        .addColumn('counts', forms.text, (column) => column.notNull())
        .addPrimaryKeyConstraint('visit_fresh_key', ['account_id', 'target_id', 'bucket']),
    )
    .execute();
  await forms
    .clustered(
      db.schema
        .createTable('page_edition')
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('edition', forms.text, (column) => column.notNull())
        .addColumn('links', forms.text, (column) => column.notNull())
        .addColumn('made_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('page_edition_key', ['account_id', 'edition']),
    )
    .execute();
  await migrateJournal(db);
  await db.schema.dropTable('visit_journal').execute();
}

async function migrateJournal(db: Kysely<Tables>): Promise<void> {
  for (let seq = 1; ; seq += 1) {
    const { rows } = await sql<JournalRow>`
      SELECT * FROM visit_journal ORDER BY account_id, id LIMIT ${EVENTS_PER_BATCH}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    const events = rows.map((row) => [
      row.account_id,
      row.at,
      row.target_id,
      row.visitor,
      row.country,
      row.city,
      row.os,
      row.browser,
    ]);
    const batch = { at: last.at, writer: EARLIER_VERSION, seq, count: rows.length, events: JSON.stringify(events) };
    await sql`
      INSERT INTO visit_batch (at, writer, seq, count, events)
      VALUES (${batch.at}, ${batch.writer}, ${batch.seq}, ${batch.count}, ${batch.events})`.execute(db);
    await sql`
      DELETE FROM visit_journal
      WHERE account_id < ${last.account_id} OR (account_id = ${last.account_id} AND id <= ${last.id})`.execute(db);
  }
}
