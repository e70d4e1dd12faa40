// Whether a statement in this database waits for a lock, to order the steps of a race. Not on SQLite, which has one writer.
import { sql } from 'kysely';
import type { Executor } from '../../server/storage/tables.ts';
import type { Engine } from './engines.ts';

const WAITING = `SELECT count(*) FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** On a cluster, on any of its servers. */
export async function isAnyWaiting({ name }: Engine, executor: Executor): Promise<boolean> {
  const { rows } =
    name === 'citus'
      ? await sql<{ count: string }>`SELECT result AS count FROM run_command_on_all_nodes(${WAITING})`.execute(executor)
      : await sql<{ count: number }>`${sql.raw(WAITING)}`.execute(executor);
  return rows.some(({ count }) => Number(count) > 0);
}
