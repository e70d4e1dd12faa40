// Rows that arrive as JSON: read where they are needed, or staged ahead of the transaction that needs them.
// There is one writer at a time, so others wait for as long as a transaction lasts. Reading JSON takes most of the time
// that it takes to insert rows, so a large change reads it before: into a temporary table of the connection that writes.
// Writing to that table locks nothing in the file, and it is gone with the process.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { Dialect, JsonColumns } from '../dialect.ts';

type JsonSource = (text: string, columns: JsonColumns) => RawBuilder<unknown>;

const MAX_COLUMNS = 16;
const valueColumns = Array.from({ length: MAX_COLUMNS }, (_, index) => `c${index}`);

/** `each` is the table-valued function that yields the entries of a JSON array. */
export function createJsonSource(each: 'json_each' | 'jsonb_each'): JsonSource {
  return (text, columns) => {
    const picked = Object.keys(columns).map((name, index) => sql`value ->> ${sql.lit(index)} AS ${sql.ref(name)}`);
    return sql`(SELECT ${sql.join(picked)} FROM ${sql.raw(each)}(${text}))`;
  };
}

export function createStaging(db: Kysely<Tables>, jsonSource: JsonSource): Dialect['stageRows'] {
  let isCreated = false;
  let lastSet = 0;

  return async (parts, columns) => {
    // A single part is read as quickly as it is staged.
    if (parts.length < 2) return { sources: parts.map((part) => jsonSource(part, columns)), release: async () => {} };
    const names = Object.keys(columns);
    if (names.length > MAX_COLUMNS) throw new Error(`Rows of ${names.length} columns cannot be staged`);
    const used = valueColumns.slice(0, names.length).map((column) => sql.ref(column));
    lastSet += 1;
    const set = lastSet;
    for (const [part, text] of parts.entries()) {
      await inItsTurn(
        sql`INSERT INTO temp.staged_row (set_id, part, place, ${sql.join(used)})
          SELECT ${set}, ${part}, row_number() OVER (), given.* FROM ${jsonSource(text, columns)} AS given`,
      );
    }
    const picked = names.map((name, index) => sql`${used[index]!} AS ${sql.ref(name)}`);
    return {
      sources: parts.map(
        (_, part) => sql`(SELECT ${sql.join(picked)} FROM temp.staged_row WHERE set_id = ${set} AND part = ${part})`,
      ),
      async release() {
        for (const part of parts.keys()) {
          await inItsTurn(sql`DELETE FROM temp.staged_row WHERE set_id = ${set} AND part = ${part}`);
        }
      },
    };
  };

  /** Between transactions of others, and not before they have been served. */
  async function inItsTurn(statement: RawBuilder<unknown>): Promise<void> {
    await nextTurn();
    await db.connection().execute(async (connection) => {
      if (!isCreated) {
        await sql`
          CREATE TEMP TABLE IF NOT EXISTS staged_row (
            set_id integer NOT NULL, part integer NOT NULL, place integer NOT NULL, ${sql.raw(valueColumns.join(', '))},
            PRIMARY KEY (set_id, part, place)
          ) WITHOUT ROWID`.execute(connection);
        isCreated = true;
      }
      await statement.execute(connection);
    });
  }
}
