// Counts as versions before migration 0014 stored them.
import { sql } from 'kysely';
import { visitPeriods } from '../../server/storage/migrations/0014-visit-periods.ts';
import type { Store } from '../../server/storage/store.ts';

export type Rollup = [
  targetId: number,
  bucket: number,
  dimension: string,
  key: string,
  visits: number,
  uniques: number,
];

/** Stores the counts of account 1 in the former table, and migrates them. */
export function migrateRollups({ dialect }: Store, rollups: readonly Rollup[]): Promise<void> {
  return dialect.write.transaction().execute(async (tx) => {
    await tx.schema.dropTable('visit_period').execute();
    const { text } = dialect.forms;
    await sql`
      CREATE TABLE visit_rollup (
        account_id bigint NOT NULL, target_id bigint NOT NULL, bucket bigint NOT NULL, dimension ${text} NOT NULL,
        key ${text} NOT NULL, visits bigint NOT NULL, uniques bigint NOT NULL,
        PRIMARY KEY (account_id, target_id, bucket, dimension, key)
      )`.execute(tx);
    for (const values of rollups) await sql`INSERT INTO visit_rollup VALUES (1, ${sql.join(values)})`.execute(tx);
    await visitPeriods(tx, dialect.forms);
  });
}
