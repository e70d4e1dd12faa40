// Visits as they were recorded, those that share a commit in one row, until they are counted. Of each writer the number of
// its last batch stays.
import { sql, type Transaction } from 'kysely';
import type { Micros } from '../../contract/time.ts';
import type { Dialect, JsonColumns } from './dialects/dialect.ts';
import { preparedQuery } from './prepared-query.ts';
import type { Executor, Tables, VisitBatchRow } from './tables.ts';
import { insertRows } from './visits.ts';

export type BatchKey = Pick<VisitBatchRow, 'at' | 'writer' | 'seq'>;
export type BatchSize = BatchKey & Pick<VisitBatchRow, 'count'>;

export const BATCHES_AT_ONCE = 64;

const keyColumns: JsonColumns = { at: 'integer', writer: 'text', seq: 'integer' };
const columns: JsonColumns = { ...keyColumns, count: 'integer', events: 'text' };

const noteWriter = preparedQuery(['writer', 'seq', 'at'], (executor, { writer, seq, at }) =>
  executor
    .insertInto('visit_writer')
    .values({ writer, last_seq: seq, last_at: at })
    .onConflict((conflict) =>
      conflict
        .column('writer')
        .doUpdateSet({ last_seq: seq, last_at: at })
        // A number that is missing was never recorded; what was comes in its order.
        .where('visit_writer.last_seq', '<', seq),
    ),
);
const addBatch = preparedQuery(['at', 'writer', 'seq', 'count', 'events'], (executor, batch) =>
  executor.insertInto('visit_batch').values(batch),
);

/** False where it is here already, or was and has been counted: whoever does not know may try again. */
export async function insertBatch(tx: Transaction<Tables>, batch: VisitBatchRow): Promise<boolean> {
  const { numAffectedRows } = await noteWriter(tx, batch);
  if (numAffectedRows === 0n) return false;
  await addBatch(tx, batch);
  return true;
}

/** The same for many, in the order in which their writers made them. */
export async function insertBatches(
  tx: Transaction<Tables>,
  dialect: Dialect,
  batches: readonly VisitBatchRow[],
): Promise<void> {
  for (const [writer, all] of Map.groupBy(batches, (batch) => batch.writer)) {
    const last = await lastOf(tx, writer, all[0]!.at);
    const missing = all.filter(({ seq }) => seq > last);
    const { at, seq } = missing.at(-1) ?? {};
    if (at === undefined || seq === undefined) continue;
    const values = missing.map((batch) => [...keyValues(batch), batch.count, batch.events]);
    await sql`${insertRows(dialect, 'visit_batch', values, columns)}`.execute(tx);
    await tx.updateTable('visit_writer').set({ last_seq: seq, last_at: at }).where('writer', '=', writer).execute();
  }
}

/** The number of the writer's last batch; until the transaction ends, nobody adds one. */
async function lastOf(tx: Transaction<Tables>, writer: string, at: Micros): Promise<number> {
  const { last_seq } = await tx
    .insertInto('visit_writer')
    .values({ writer, last_seq: 0, last_at: at })
    .onConflict((conflict) => conflict.column('writer').doUpdateSet({ writer }))
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  return last_seq;
}

/** Writers of whom nothing can come any more. */
export async function forgetWritersBefore(tx: Transaction<Tables>, before: Micros): Promise<void> {
  await tx.deleteFrom('visit_writer').where('last_at', '<', before).execute();
}

/** The first of them in the order of time: at least one, if there is any, and then as many as `most` visits fill. */
export async function firstBatches(executor: Executor, most: number): Promise<BatchSize[]> {
  const batches = await executor
    .selectFrom('visit_batch')
    .select(['at', 'writer', 'seq', 'count'])
    .orderBy('at')
    .orderBy('writer')
    .orderBy('seq')
    .limit(BATCHES_AT_ONCE)
    .execute();
  let visits = 0;
  const end = batches.findIndex((batch) => {
    visits += batch.count;
    return visits >= most;
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
    JOIN visit_batch USING (at, writer, seq)`.execute(executor);
  return rows;
}

export async function deleteBatches(
  tx: Transaction<Tables>,
  dialect: Dialect,
  keys: readonly BatchKey[],
): Promise<void> {
  await sql`
    DELETE FROM visit_batch
    WHERE (at, writer, seq) IN (
      SELECT at, writer, seq FROM ${dialect.jsonRows(keys.map(keyValues), keyColumns)} AS taken
    )`.execute(tx);
}

/** Whether any account's visits wait to be counted. */
export async function hasAnyBatch(executor: Executor): Promise<boolean> {
  return (await executor.selectFrom('visit_batch').select('seq').limit(1).executeTakeFirst()) !== undefined;
}

/** How many visits of any account wait to be counted, and since when. Looks at no more than `most` batches. */
export async function measureBatches(
  executor: Executor,
  most: number,
): Promise<{ visits: number; oldest: Micros | null }> {
  return executor
    .selectFrom(executor.selectFrom('visit_batch').select(['at', 'count']).orderBy('at').limit(most).as('some'))
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('some.count'), sql<number>`0`).as('visits'),
      fn.min<Micros | null>('some.at').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
}

function keyValues({ at, writer, seq }: BatchKey) {
  return [at, writer, seq];
}
