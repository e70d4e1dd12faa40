// What gives others access to an account or its page: somebody who had the account may have left it behind.
import { type SqlBool, sql } from 'kysely';
import type { Micros } from '../../../contract/time.ts';
import { deleteTwoFactor, findTwoFactor } from '../people/credentials.ts';
import type { Executor } from '../tables.ts';

export const accessKinds = ['passkey', 'key', 'identity', 'two_factor', 'share', 'pixel'] as const;
export type AccessKind = (typeof accessKinds)[number];

export interface NamedAccess {
  kind: AccessKind;
  id: number;
  /** As its owner named it; of an identity: the provider. */
  name: string;
}

export interface Access extends NamedAccess {
  createdAt: Micros;
}

/** Inclusive. */
export interface IdRange {
  from?: number | undefined;
  through?: number | undefined;
}

interface Range {
  from: number;
  through: number;
}

/** More than an account may have of each kind. */
const MAX_LISTED = 100;
const TWO_FACTOR_NAME = 'Authenticator app';
/** There is one provider. */
const IDENTITY_NAME = 'oidc';

type Item = Pick<Access, 'id' | 'name' | 'createdAt'>;

interface Source {
  /** Newest first. */
  list(db: Executor, accountId: number): Promise<Item[]>;
  /** Removes what has an id in the range, and returns it. */
  remove(db: Executor, accountId: number, range: Range, at: Micros): Promise<Pick<Item, 'id' | 'name'>[]>;
}

/** The newest of each kind; all of them newest first. */
export async function listAccess(db: Executor, accountId: number): Promise<Access[]> {
  const lists = await Promise.all(
    accessKinds.map(async (kind) => {
      const items = await sources[kind].list(db, accountId);
      return items.map((item): Access => ({ kind, ...item }));
    }),
  );
  return lists.flat().sort((a, b) => b.id - a.id);
}

/** Removes what has an id in the range, and returns it. */
export async function removeAccess(
  db: Executor,
  accountId: number,
  { kinds, range, at }: { kinds: readonly AccessKind[]; range: IdRange; at: Micros },
): Promise<NamedAccess[]> {
  const { from = 0, through = Number.MAX_SAFE_INTEGER } = range;
  const all: NamedAccess[] = [];
  for (const kind of kinds) {
    const removed = await sources[kind].remove(db, accountId, { from, through }, at);
    all.push(...removed.map(({ id, name }) => ({ kind, id, name })));
  }
  return all;
}

const sources: Record<AccessKind, Source> = {
  passkey: {
    list: (db, accountId) =>
      db
        .selectFrom('passkey')
        .select(['id', 'name', 'created_at as createdAt'])
        .where('person_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(MAX_LISTED)
        .execute(),
    remove: (db, accountId, range) =>
      db
        .deleteFrom('passkey')
        .where('person_id', '=', accountId)
        .where(isIn('id', range))
        .returning(['id', 'name'])
        .execute(),
  },
  key: {
    list: (db, accountId) =>
      db
        .selectFrom('api_key')
        .select(['id', 'name', 'created_at as createdAt'])
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(MAX_LISTED)
        .execute(),
    async remove(db, accountId, range, at) {
      const ofLookup = db.deleteFrom('api_key_lookup').where('account_id', '=', accountId);
      await ofLookup.where(isIn('key_id', range)).execute();
      return db
        .updateTable('api_key')
        .set({ revoked_at: at })
        .where('account_id', '=', accountId)
        .where(isIn('id', range))
        .where('revoked_at', 'is', null)
        .returning(['id', 'name'])
        .execute();
    },
  },
  identity: {
    async list(db, accountId) {
      const rows = await db
        .selectFrom('identity')
        .select(['id', 'created_at as createdAt'])
        .where('person_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(MAX_LISTED)
        .execute();
      return rows.map((row) => ({ ...row, name: IDENTITY_NAME }));
    },
    async remove(db, accountId, range) {
      const own = db.deleteFrom('identity').where('person_id', '=', accountId);
      const removed = await own.where(isIn('id', range)).returning('id').execute();
      return removed.map(({ id }) => ({ id, name: IDENTITY_NAME }));
    },
  },
  two_factor: {
    async list(db, accountId) {
      const found = await findTwoFactor(db, accountId);
      return found ? [{ id: found.id, name: TWO_FACTOR_NAME, createdAt: found.addedAt }] : [];
    },
    async remove(db, accountId, { from, through }) {
      const [found] = await sources.two_factor.list(db, accountId);
      if (!found || found.id < from || found.id > through) return [];
      await deleteTwoFactor(db, accountId);
      return [found];
    },
  },
  share: {
    list: (db, accountId) =>
      db
        .selectFrom('statistics_share')
        .select(['id', 'name', 'created_at as createdAt'])
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(MAX_LISTED)
        .execute(),
    async remove(db, accountId, range) {
      const ofLookup = db.deleteFrom('statistics_share_lookup').where('account_id', '=', accountId);
      await ofLookup.where(isIn('share_id', range)).execute();
      const own = db.deleteFrom('statistics_share').where('account_id', '=', accountId);
      return own.where(isIn('id', range)).returning(['id', 'name']).execute();
    },
  },
  pixel: {
    list: (db, accountId) =>
      db
        .selectFrom('pixel')
        .select(['id', 'name', 'created_at as createdAt'])
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(MAX_LISTED)
        .execute(),
    remove(db, accountId, range) {
      const own = db.deleteFrom('pixel').where('account_id', '=', accountId);
      return own.where(isIn('id', range)).returning(['id', 'name']).execute();
    },
  },
};

function isIn(column: string, { from, through }: Range) {
  return sql<SqlBool>`${sql.ref(column)} BETWEEN ${from} AND ${through}`;
}
