// What gives others access to an account or its page: somebody who had the account may have left it behind.
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Executor } from '../tables.ts';
import { isSet } from './auth-flag.ts';
import { PASSWORD } from './credentials.ts';
import { authMicros } from './sessions.ts';
import { deleteTwoFactor } from './two-factor.ts';

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

const MAX_ID = Number.MAX_SAFE_INTEGER;
/** More than an account may have of each kind. */
const MAX_LISTED = 100;
const TWO_FACTOR_NAME = 'Authenticator app';

/** The newest of each kind; all of them newest first. */
export async function listAccess(db: Executor, accountId: number): Promise<Access[]> {
  const lists = await Promise.all(accessKinds.map((kind) => listed[kind](db, accountId)));
  return lists
    .flatMap((rows, index) => rows.map((row): Access => ({ kind: accessKinds[index]!, ...row })))
    .sort((a, b) => b.id - a.id);
}

/** Removes what has an id in the range, and returns it. */
export async function removeAccess(
  db: Executor,
  dialect: Dialect,
  accountId: number,
  { kinds, range, at }: { kinds: readonly AccessKind[]; range: IdRange; at: Micros },
): Promise<NamedAccess[]> {
  const all: NamedAccess[] = [];
  for (const kind of kinds) {
    const removed = await removal[kind](db, dialect, accountId, ids(range), at);
    all.push(...removed.map(({ id, name }) => ({ kind, id, name: name ?? '' })));
  }
  return all;
}

type Listed = Pick<Access, 'id' | 'name' | 'createdAt'>;

const listed: Record<AccessKind, (db: Executor, accountId: number) => Promise<Listed[]>> = {
  async passkey(db, accountId) {
    const rows = await db
      .selectFrom('auth_passkey')
      .select(['id', 'name', 'createdAt'])
      .where('userId', '=', accountId)
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
      .execute();
    return rows.map(({ id, name, createdAt }) => ({ id, name: name ?? 'Passkey', createdAt: authMicros(createdAt) }));
  },
  key: (db, accountId) =>
    db
      .selectFrom('api_key')
      .select(['id', 'name', 'created_at as createdAt'])
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
      .execute(),
  async identity(db, accountId) {
    const rows = await db
      .selectFrom('auth_account')
      .select(['id', 'providerId as name', 'createdAt'])
      .where('userId', '=', accountId)
      .where('providerId', '<>', PASSWORD)
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
      .execute();
    return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: authMicros(createdAt) }));
  },
  async two_factor(db, accountId) {
    const rows = await db
      .selectFrom('auth_two_factor')
      .select(['id', 'addedAt', 'verified'])
      .where('userId', '=', accountId)
      .execute();
    const active = rows.filter(({ verified }) => isSet(verified));
    return active.map(({ id, addedAt }) => ({ id, name: TWO_FACTOR_NAME, createdAt: addedAt }));
  },
  share: (db, accountId) =>
    db
      .selectFrom('statistics_share')
      .select(['id', 'name', 'created_at as createdAt'])
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
      .execute(),
  pixel: (db, accountId) =>
    db
      .selectFrom('pixel')
      .select(['id', 'name', 'created_at as createdAt'])
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
      .execute(),
};

type Removal = (
  db: Executor,
  dialect: Dialect,
  accountId: number,
  range: Required<{ [End in keyof IdRange]: number }>,
  at: Micros,
) => Promise<{ id: number; name: string | null }[]>;

const removal: Record<AccessKind, Removal> = {
  passkey: (db, _dialect, accountId, { from, through }) =>
    db
      .deleteFrom('auth_passkey')
      .where('userId', '=', accountId)
      .where('id', '>=', from)
      .where('id', '<=', through)
      .returning(['id', 'name'])
      .execute(),
  async key(db, _dialect, accountId, { from, through }, at) {
    const revoked = await db
      .updateTable('api_key')
      .set({ revoked_at: at })
      .where('account_id', '=', accountId)
      .where('id', '>=', from)
      .where('id', '<=', through)
      .where('revoked_at', 'is', null)
      .returning(['id', 'name'])
      .execute();
    await db
      .deleteFrom('api_key_lookup')
      .where('account_id', '=', accountId)
      .where('key_id', '>=', from)
      .where('key_id', '<=', through)
      .execute();
    return revoked;
  },
  identity: (db, _dialect, accountId, { from, through }) =>
    db
      .deleteFrom('auth_account')
      .where('userId', '=', accountId)
      .where('providerId', '<>', PASSWORD)
      .where('id', '>=', from)
      .where('id', '<=', through)
      .returning(['id', 'providerId as name'])
      .execute(),
  async two_factor(db, dialect, accountId, { from, through }) {
    const [found] = await listed.two_factor(db, accountId);
    const isIn = found !== undefined && found.id >= from && found.id <= through;
    if (isIn) await deleteTwoFactor(db, dialect, accountId);
    return isIn ? [found] : [];
  },
  async share(db, _dialect, accountId, { from, through }) {
    const deleted = await db
      .deleteFrom('statistics_share')
      .where('account_id', '=', accountId)
      .where('id', '>=', from)
      .where('id', '<=', through)
      .returning(['id', 'name'])
      .execute();
    await db
      .deleteFrom('statistics_share_lookup')
      .where('account_id', '=', accountId)
      .where('share_id', '>=', from)
      .where('share_id', '<=', through)
      .execute();
    return deleted;
  },
  pixel: (db, _dialect, accountId, { from, through }) =>
    db
      .deleteFrom('pixel')
      .where('account_id', '=', accountId)
      .where('id', '>=', from)
      .where('id', '<=', through)
      .returning(['id', 'name'])
      .execute(),
};

function ids({ from = 0, through = MAX_ID }: IdRange): Required<{ [End in keyof IdRange]: number }> {
  return { from, through };
}
