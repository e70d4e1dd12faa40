// How an account is signed in to, as its owner sees it.
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Executor } from '../tables.ts';
import { isSet } from './auth-flag.ts';

export interface SecurityFigures {
  isEmailVerified: boolean;
  hasTwoFactor: boolean;
  passkeys: number;
  sessions: number;
  keys: number;
}

export async function readSecurityFigures(
  db: Executor,
  dialect: Dialect,
  accountId: number,
  now: Micros,
): Promise<SecurityFigures> {
  const row = await db
    .selectFrom('auth_user')
    .select(['emailVerified', 'twoFactorEnabled'])
    .select((eb) => [
      eb
        .selectFrom('auth_passkey')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('userId', '=', accountId)
        .as('passkeys'),
      eb
        .selectFrom('auth_session')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('userId', '=', accountId)
        .where('expiresAt', '>', dialect.authInstant(now))
        .as('sessions'),
      eb
        .selectFrom('api_key')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
        .as('keys'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirst();
  return {
    isEmailVerified: isSet(row?.emailVerified),
    hasTwoFactor: isSet(row?.twoFactorEnabled),
    passkeys: row?.passkeys ?? 0,
    sessions: row?.sessions ?? 0,
    keys: row?.keys ?? 0,
  };
}

export async function hasTwoFactor(db: Executor, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('auth_user')
    .select('twoFactorEnabled')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return isSet(row?.twoFactorEnabled);
}

export async function setPendingEmail(db: Executor, accountId: number, email: string | null): Promise<void> {
  await db.updateTable('account').set({ pending_email: email }).where('account_id', '=', accountId).execute();
}

/** The accounts of the installation that are due to be erased. */
export async function listAllDueDeletions(db: Executor, now: Micros, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('account_id')
    .where('deletes_at', 'is not', null)
    .where('deletes_at', '<=', now)
    .orderBy('account_id')
    .limit(count)
    .execute();
  return rows.map(({ account_id }) => account_id);
}
