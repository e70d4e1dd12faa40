// The visit queue: recorded visits that are not counted yet. A row is a batch: the visits of one commit in one
// partition.
//
// A partition contains the visits of some accounts (`partitions.ts`). A partition that the database does not use any
// more, or a mixed one, contains visits of any account. Locking such a partition locks all partitions.
//
// A batch is identified by its writer and number. The batches of a writer arrive and are counted in order. The number
// of the last counted batch therefore tells whether a batch is counted, even if it arrives again.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import type { Dialect, JsonColumns } from '../dialects/dialect.ts';
import { preparedQuery } from '../prepared-query.ts';
import type { Executor, Tables } from '../tables.ts';
import type { VisitBatchRow, VisitFoldedRow } from '../visit-tables.ts';

export type BatchKey = Pick<VisitBatchRow, 'lane' | 'at' | 'writer' | 'seq'>;
export type BatchSize = BatchKey & Pick<VisitBatchRow, 'count'>;

export const BATCHES_AT_ONCE = 64;

const keyColumns: JsonColumns = { lane: 'integer', at: 'integer', writer: 'text', seq: 'integer' };
const columns: JsonColumns = { ...keyColumns, count: 'integer', events: 'text' };

/** Returns false if another process holds the lock, which ends with the transaction. */
export async function tryLockPartition(tx: Transaction<Tables>, dialect: Dialect, partition: number): Promise<boolean> {
  const { all } = dialect.partitions;
  for (const each of all.includes(partition) ? [partition] : all)
    if (!(await dialect.tryLock(tx, lockName(each)))) return false;
  return true;
}

/** Waits for the lock. Until the transaction ends, no other process changes the counts of these accounts. */
export async function lockCountsOf(tx: Transaction<Tables>, dialect: Dialect, accountIds: readonly number[]) {
  const partitions = new Set(accountIds.map((accountId) => dialect.partitions.of(accountId)));
  for (const partition of [...partitions].sort((a, b) => a - b)) await dialect.lock(tx, lockName(partition));
}

/** Waits for all locks. Until the transaction ends, no process counts anything. */
export async function lockAllPartitions(tx: Transaction<Tables>, dialect: Dialect): Promise<void> {
  for (const partition of dialect.partitions.all) await dialect.lock(tx, lockName(partition));
}

function lockName(partition: number): string {
  return `fold ${partition}`;
}

const insertBatch = preparedQuery(['lane', 'at', 'writer', 'seq', 'count', 'events'], (executor, batch) =>
  executor
    .insertInto('visit_batch')
    .values(batch)
    .onConflict((conflict) => conflict.doNothing()),
);

/** One statement. Existing batches are not changed. */
export async function insertBatches(
  executor: Executor,
  dialect: Dialect,
  batches: readonly VisitBatchRow[],
): Promise<void> {
  const [first] = batches;
  if (!first) return;
  if (batches.length === 1) {
    await insertBatch(executor, first);
    return;
  }
  const values = batches.map((batch) => [...keyValues(batch), batch.count, batch.events]);
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  await sql`
    INSERT INTO visit_batch (${names}) SELECT ${names} FROM ${dialect.jsonRows(values, columns)} AS given WHERE true
    ON CONFLICT DO NOTHING`.execute(executor);
}

/** Partitions with waiting batches, ascending. Each is one index lookup. */
export async function busyPartitions(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ lane: number }>`
    WITH RECURSIVE busy (lane) AS (
      SELECT (SELECT min(lane) FROM visit_batch)
      UNION ALL
      SELECT (SELECT min(lane) FROM visit_batch WHERE lane > busy.lane) FROM busy WHERE lane IS NOT NULL
    )
    SELECT lane FROM busy WHERE lane IS NOT NULL`.execute(executor);
  return rows.map(({ lane: partition }) => partition);
}

/** The oldest batches of a partition: at least one, if there is any, and then up to `limit` visits. */
export async function firstBatches(executor: Executor, partition: number, limit: number): Promise<BatchSize[]> {
  const batches = await executor
    .selectFrom('visit_batch')
    .select(['lane', 'at', 'writer', 'seq', 'count'])
    .where('lane', '=', partition)
    .orderBy('at')
    .orderBy('writer')
    .orderBy('seq')
    .limit(BATCHES_AT_ONCE)
    .execute();
  let visits = 0;
  const end = batches.findIndex((batch) => {
    visits += batch.count;
    return visits >= limit;
  });
  return end < 0 ? batches : batches.slice(0, end + 1);
}

export async function readBatches(
  executor: Executor,
  dialect: Dialect,
  keys: readonly BatchKey[],
): Promise<VisitBatchRow[]> {
  const { rows } = await sql<VisitBatchRow>`
    SELECT visit_batch.* FROM ${dialect.jsonRows(keys.map(keyValues), keyColumns)} AS asked
    JOIN visit_batch USING (lane, at, writer, seq)`.execute(executor);
  return rows;
}

export async function deleteBatches(executor: Executor, dialect: Dialect, keys: readonly BatchKey[]): Promise<void> {
  await sql`
    DELETE FROM visit_batch
    WHERE (lane, at, writer, seq) IN (
      SELECT lane, at, writer, seq FROM ${dialect.jsonRows(keys.map(keyValues), keyColumns)} AS taken
    )`.execute(executor);
}

/** The number of the last counted batch of each writer that has one. */
export async function lastAggregated(
  executor: Executor,
  partition: number,
  writers: readonly string[],
): Promise<Map<string, number>> {
  const rows = await executor
    .selectFrom('visit_folded')
    .select(['writer', 'last_seq'])
    .where('lane', '=', partition)
    .where('writer', 'in', writers)
    .execute();
  return new Map(rows.map(({ writer, last_seq }) => [writer, last_seq]));
}

export async function setLastAggregated(tx: Transaction<Tables>, rows: readonly VisitFoldedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('visit_folded')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['lane', 'writer']).doUpdateSet(({ ref }) => ({
        last_seq: ref('excluded.last_seq'),
        last_at: ref('excluded.last_at'),
      })),
    )
    .execute();
}

/** Deletes writers that cannot send anything any more. */
export async function forgetWritersBefore(tx: Transaction<Tables>, before: Micros): Promise<void> {
  await tx.deleteFrom('visit_folded').where('last_at', '<', before).execute();
}

/** How many visits wait to be counted, and since when. Reads at most `limit` batches per partition. */
export async function measureQueue(
  executor: Executor,
  limit: number,
): Promise<{ visits: number; oldest: Micros | null }> {
  const partitions = await busyPartitions(executor);
  if (partitions.length === 0) return { visits: 0, oldest: null };
  const parts = partitions.map(
    (partition): RawBuilder<unknown> => sql`
      SELECT * FROM (SELECT at, count FROM visit_batch WHERE lane = ${sql.lit(partition)} ORDER BY at LIMIT ${limit}) AS part`,
  );
  const { rows } = await sql<{ visits: number; oldest: Micros | null }>`
    SELECT coalesce(sum(count), 0) AS visits, min(at) AS oldest
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS waiting`.execute(executor);
  return rows[0]!;
}

function keyValues({ lane: partition, at, writer, seq }: BatchKey) {
  return [partition, at, writer, seq];
}
