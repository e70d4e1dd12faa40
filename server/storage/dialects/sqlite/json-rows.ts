// Rows that arrive as JSON: parsed in the statement that needs them, or staged before its transaction.
// There is only one writer, so a long transaction blocks all others. Parsing the JSON takes most of the time of an
// insert. A large change therefore parses it beforehand, into a temporary table of the writing connection. Writing to
// that table takes no lock on the file, and it is deleted with the process.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { yieldToRequests } from '../../../system/pauses.ts';
import type { Tables } from '../../tables.ts';
import type { Dialect, JsonColumns } from '../dialect.ts';

type JsonSource = (text: string, columns: JsonColumns) => RawBuilder<unknown>;

const MAX_COLUMNS = 16;
const valueColumns = Array.from({ length: MAX_COLUMNS }, (_, index) => `c${index}`);

/** `each` is the table-valued function that returns the elements of a JSON array. */
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
    // Staging a single part saves nothing.
    if (parts.length < 2) return { sources: parts.map((part) => jsonSource(part, columns)), release: async () => {} };
    const names = Object.keys(columns);
    if (names.length > MAX_COLUMNS) throw new Error(`Cannot stage rows of ${names.length} columns`);
    const used = valueColumns.slice(0, names.length).map((column) => sql.ref(column));
    lastSet += 1;
    const set = lastSet;
    for (const [part, text] of parts.entries()) {
      await runBetweenTransactions(
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
          await runBetweenTransactions(sql`DELETE FROM temp.staged_row WHERE set_id = ${set} AND part = ${part}`);
        }
      },
    };
  };

  /** Runs between other transactions, after those that already wait. */
  async function runBetweenTransactions(statement: RawBuilder<unknown>): Promise<void> {
    await yieldToRequests();
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
