// better-auth on our store. Its own Kysely adapter runs statements outside of our transactions: on SQLite they would fail
// while another process writes, and caches would not be invalidated. Here every write is a transaction of the store, with
// ids of the installation.
import { createAdapterFactory } from 'better-auth/adapters';
import { APIError } from 'better-auth/api';
import { limits } from '../../../contract/limits.ts';
import { holdAccount, setAccountEmail } from '../../storage/accounts/accounts.ts';
import {
  type AuthCondition,
  type AuthRow,
  type AuthTable,
  authTables,
  countAuthRows,
  deleteAuthRows,
  findAuthRows,
  insertAuthRow,
  updateAuthRows,
} from '../../storage/accounts/auth-rows.ts';
import { countPasskeys } from '../../storage/accounts/passkeys.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';
import { hashSessionToken } from './session-token.ts';

/** The options for `betterAuth` that describe our tables. */
export function authDatabase(store: Store) {
  return {
    database: createAuthAdapter(store),
    user: { modelName: 'auth_user' },
    session: { modelName: 'auth_session' },
    account: { modelName: 'auth_account' },
    verification: { modelName: 'auth_verification' },
    advanced: { database: { generateId: 'serial' } },
  } as const;
}

function createAuthAdapter(store: Store) {
  const { dialect } = store;
  return createAdapterFactory({
    config: {
      adapterId: 'fingerpost',
      // better-auth hashes passwords and sends mail inside its transactions. On SQLite that would block all other writes.
      transaction: false,
      customTransformInput: ({ data }) => {
        if (data instanceof Date) return dialect.authInstant(data.getTime() * 1000);
        return typeof data === 'boolean' ? dialect.authFlag(data) : data;
      },
      customTransformOutput: ({ data, fieldAttributes: { type } }) => {
        if (type === 'date' && typeof data === 'string') return new Date(data);
        return type === 'boolean' && typeof data === 'number' ? data === 1 : data;
      },
    },
    adapter: () => ({
      async create({ model, data }) {
        const row = data as Record<string, unknown>;
        const token = tableOf(model) === 'auth_session' ? { token: hashSessionToken(String(row.token)) } : {};
        const created = await written(model, async (tx) => {
          if (tableOf(model) === 'auth_passkey') await checkPasskeyRoom(tx, Number(row.userId));
          const [id] = await dialect.allocateIds(tx, 1);
          return [await insertAuthRow(tx, tableOf(model), { id: id!, ...row, ...token })];
        });
        return { ...created[0], ...(token.token && { token: row.token }) } as never;
      },
      async findOne({ model, where }) {
        const stored = storedConditions(model, where);
        const [row] = await findAuthRows(store.read, tableOf(model), { where: stored, limit: 1 });
        return (row ? withGivenToken(model, where, row) : null) as never;
      },
      async findMany({ model, where = [], ...selection }) {
        const stored = storedConditions(model, where);
        const rows = await findAuthRows(store.read, tableOf(model), { where: stored, ...selection });
        return rows.map((row) => withGivenToken(model, where, row)) as never;
      },
      count: ({ model, where = [] }) => countAuthRows(store.read, tableOf(model), storedConditions(model, where)),
      async update({ model, where, update: values }) {
        const stored = storedConditions(model, where);
        const [row] = await updated(model, stored, values as Record<string, unknown>);
        return (row ? withGivenToken(model, where, row) : null) as never;
      },
      updateMany: async ({ model, where, update: values }) =>
        (await updated(model, storedConditions(model, where), values)).length,
      async delete({ model, where }) {
        await deleted(model, storedConditions(model, where));
      },
      deleteMany: async ({ model, where }) => (await deleted(model, storedConditions(model, where))).length,
      async consumeOne({ model, where: given }) {
        const table = tableOf(model);
        const where = storedConditions(model, given);
        const consumed = await written(model, async (tx) => {
          const [row] = await findAuthRows(tx, table, { where, limit: 1 });
          // If several callers found the row, only one of them deletes it.
          return row ? deleteAuthRows(tx, table, [...where, hasId(row.id)]) : [];
        });
        return (consumed[0] ?? null) as never;
      },
    }),
  });

  /** Invalidates the caches of the accounts that own the rows. */
  function written(model: string, work: (tx: Executor) => Promise<AuthRow[]>): Promise<AuthRow[]> {
    return store.writeFound(async (tx) => {
      const rows = await work(tx);
      const owner = ownerColumns[tableOf(model)];
      return { result: rows, changed: owner ? [...new Set(rows.map((row) => row[owner] as number))] : [] };
    });
  }

  function updated(model: string, where: AuthCondition[], values: Record<string, unknown>): Promise<AuthRow[]> {
    const table = tableOf(model);
    if (table !== 'auth_user' || values.email === undefined) {
      return written(model, (tx) => updateAuthRows(tx, table, where, values));
    }
    return written(model, async (tx) => {
      // Lock accounts first, as everywhere, to avoid deadlocks.
      for (const { id } of await findAuthRows(tx, table, { where })) await holdAccount(tx, id);
      const rows = await updateAuthRows(tx, table, where, values);
      for (const { id, email } of rows) await setAccountEmail(tx, id, email as string);
      return rows;
    });
  }

  async function deleted(model: string, where: AuthCondition[]): Promise<AuthRow[]> {
    const table = tableOf(model);
    // better-auth knows neither the other rows of an account nor its files.
    if (table === 'auth_user') throw new Error('Only eraseAccount deletes accounts');
    return written(model, (tx) => deleteAuthRows(tx, table, where));
  }
}

/** An error of better-auth, because its plugin hides all others. */
async function checkPasskeyRoom(tx: Executor, accountId: number): Promise<void> {
  await holdAccount(tx, accountId);
  if ((await countPasskeys(tx, accountId)) < limits.passkeys) return;
  const code = 'TOO_MANY_PASSKEYS';
  throw new APIError('BAD_REQUEST', { code, message: code });
}

/** better-auth asks for sessions by their tokens; the store has only hashes. */
function storedConditions(model: string, where: readonly AuthCondition[]): AuthCondition[] {
  if (tableOf(model) !== 'auth_session') return [...where];
  return where.map((condition) => {
    if (condition.field !== 'token') return condition;
    const { value } = condition;
    return { ...condition, value: Array.isArray(value) ? value.map(hashed) : hashed(value) };
  });
}

function hashed(token: unknown): string {
  return hashSessionToken(String(token));
}

/** Returns the plain token to the caller that looked it up: better-auth needs it for the session. */
function withGivenToken(model: string, where: readonly AuthCondition[], row: AuthRow): AuthRow {
  if (tableOf(model) !== 'auth_session') return row;
  const tokens = where.filter(({ field }) => field === 'token').flatMap(({ value }) => value);
  const token = tokens.find((one) => hashed(one) === row.token);
  return token === undefined ? row : { ...row, token };
}

/** The column with the owner of a row. A verification has no owner yet. */
const ownerColumns: Record<AuthTable, string | undefined> = {
  auth_user: 'id',
  auth_session: 'userId',
  auth_account: 'userId',
  auth_verification: undefined,
  auth_two_factor: 'userId',
  auth_passkey: 'userId',
};

function tableOf(model: string): AuthTable {
  const isOurs = (authTables as readonly string[]).includes(model);
  if (!isOurs) throw new Error(`better-auth uses the unknown table "${model}"`);
  return model as AuthTable;
}

function hasId(id: number): AuthCondition {
  return { field: 'id', operator: 'eq', value: id, connector: 'AND', mode: 'sensitive' };
}
