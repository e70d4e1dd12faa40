// Generic queries on better-auth's tables. `auth-adapter.ts` in the domain translates better-auth's conditions for
// them.
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../tables.ts';

export const authTables = [
  'auth_user',
  'auth_session',
  'auth_account',
  'auth_verification',
  'auth_two_factor',
  'auth_passkey',
] as const;
export type AuthTable = (typeof authTables)[number];
export type AuthRow = Record<string, unknown> & { id: number };

/** All AND conditions must hold, and at least one OR condition if there are any. */
export interface AuthCondition {
  field: string;
  operator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in' | 'not_in' | 'contains' | 'starts_with' | 'ends_with';
  value: unknown;
  connector: 'AND' | 'OR';
  mode: 'sensitive' | 'insensitive';
}

export interface AuthSelection {
  where: readonly AuthCondition[];
  limit?: number | undefined;
  offset?: number | undefined;
  sortBy?: { field: string; direction: 'asc' | 'desc' } | undefined;
}

export async function findAuthRows(
  db: Executor,
  table: AuthTable,
  { where, limit, offset = 0, sortBy }: AuthSelection,
): Promise<AuthRow[]> {
  const order = sortBy
    ? sql`ORDER BY ${sql.ref(sortBy.field)} ${sql.raw(sortBy.direction === 'asc' ? 'ASC' : 'DESC')}, id`
    : sql`ORDER BY id`;
  const page = limit === undefined ? sql`` : sql`LIMIT ${limit} OFFSET ${offset}`;
  const query = sql<AuthRow>`SELECT * FROM ${sql.table(table)} WHERE ${matching(where)} ${order} ${page}`;
  return (await query.execute(db)).rows;
}

export async function countAuthRows(db: Executor, table: AuthTable, where: readonly AuthCondition[]): Promise<number> {
  const query = sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)} WHERE ${matching(where)}`;
  return (await query.execute(db)).rows[0]!.count;
}

/** Returns the row with every column. */
export async function insertAuthRow(db: Executor, table: AuthTable, row: AuthRow): Promise<AuthRow> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const query = sql<AuthRow>`
    INSERT INTO ${sql.table(table)} (${columns}) VALUES (${sql.join(Object.values(row))}) RETURNING *`;
  return (await query.execute(db)).rows[0]!;
}

/** Returns the updated rows. */
export async function updateAuthRows(
  db: Executor,
  table: AuthTable,
  where: readonly AuthCondition[],
  values: Record<string, unknown>,
): Promise<AuthRow[]> {
  const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const query = sql<AuthRow>`
    UPDATE ${sql.table(table)} SET ${sql.join(changes)} WHERE ${matching(where)} RETURNING *`;
  return (await query.execute(db)).rows;
}

/** Returns the deleted rows. */
export async function deleteAuthRows(
  db: Executor,
  table: AuthTable,
  where: readonly AuthCondition[],
): Promise<AuthRow[]> {
  const query = sql<AuthRow>`DELETE FROM ${sql.table(table)} WHERE ${matching(where)} RETURNING *`;
  return (await query.execute(db)).rows;
}

function matching(where: readonly AuthCondition[]): RawBuilder<unknown> {
  const all = where.filter(({ connector }) => connector === 'AND').map(holds);
  const some = where.filter(({ connector }) => connector === 'OR').map(holds);
  if (some.length > 0) all.push(sql`(${sql.join(some, sql` OR `)})`);
  return all.length === 0 ? sql`1 = 1` : sql.join(all, sql` AND `);
}

const comparisons = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function holds({ field, operator, value, mode }: AuthCondition): RawBuilder<unknown> {
  const ignoresCase = mode === 'insensitive' && [value].flat().every((each) => typeof each === 'string');
  const column = ignoresCase ? sql`lower(${sql.ref(field)})` : sql.ref(field);
  const plain = (each: unknown) => (ignoresCase ? String(each).toLowerCase() : each);
  switch (operator) {
    case 'in':
    case 'not_in': {
      const values = [value].flat().map(plain);
      if (values.length === 0) return operator === 'in' ? sql`1 = 0` : sql`1 = 1`;
      return sql`${column} ${sql.raw(operator === 'in' ? 'IN' : 'NOT IN')} (${sql.join(values)})`;
    }
    // Not LIKE: its case sensitivity depends on the engine.
    case 'contains':
      return sql`replace(${column}, ${plain(value)}, '') <> ${column}`;
    case 'starts_with':
      return sql`substr(${column}, 1, ${lengthOf(value)}) = ${plain(value)}`;
    case 'ends_with': {
      const start = sql`length(${column}) - ${lengthOf(value)} + 1`;
      return sql`length(${column}) >= ${lengthOf(value)} AND substr(${column}, ${start}) = ${plain(value)}`;
    }
    default:
      if (value === null) return sql`${column} ${sql.raw(operator === 'ne' ? 'IS NOT' : 'IS')} NULL`;
      return sql`${column} ${sql.raw(comparisons[operator])} ${plain(value)}`;
  }
}

function lengthOf(value: unknown): RawBuilder<unknown> {
  return sql.lit([...String(value)].length);
}
