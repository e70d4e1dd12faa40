// Conversion of values to and from JSON rows. An instant keeps its microseconds, which a Date would drop. Without
// microseconds, its text is what better-auth writes into a text column.
import { type RawBuilder, sql } from 'kysely';
import type { ColumnKind } from '../dialect.ts';

export const casts: Record<ColumnKind, RawBuilder<unknown>> = {
  integer: sql`::bigint`,
  text: sql``,
  instant: sql`::timestamptz`,
  flag: sql`::boolean`,
};

export function jsonValue(column: string, kind: ColumnKind): RawBuilder<unknown> {
  const value = sql.ref(column);
  if (kind === 'flag') return sql`${value}::integer`;
  if (kind !== 'instant') return value;
  return sql`regexp_replace(to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z$', 'Z')`;
}
