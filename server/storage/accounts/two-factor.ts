// The second factor of an account. It is set up first, and active once `verified` is set.
import type { Micros } from '../../../contract/time.ts';
import type { AuthTwoFactorRow } from '../auth-tables.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Executor } from '../tables.ts';
import { isSet } from './auth-flag.ts';

export interface TwoFactor extends Pick<AuthTwoFactorRow, 'secret' | 'backupCodes'> {
  isActive: boolean;
}

export async function findTwoFactor(db: Executor, accountId: number): Promise<TwoFactor | undefined> {
  const row = await db
    .selectFrom('auth_two_factor')
    .select(['secret', 'backupCodes', 'verified'])
    .where('userId', '=', accountId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { verified, ...stored } = row;
  return { ...stored, isActive: isSet(verified) };
}

/** In place of what the account had. */
export async function insertTwoFactor(
  db: Executor,
  dialect: Dialect,
  accountId: number,
  { id, secret, addedAt }: { id: number; secret: string; addedAt: Micros },
): Promise<void> {
  const row = { id, secret, addedAt, backupCodes: '[]', usedStep: 0 };
  await replaceTwoFactor(db, accountId, { ...row, verified: dialect.authFlag(false) });
}

async function replaceTwoFactor(
  db: Executor,
  accountId: number,
  row: StoredTwoFactor & { verified: unknown },
): Promise<void> {
  await db.deleteFrom('auth_two_factor').where('userId', '=', accountId).execute();
  await db
    .insertInto('auth_two_factor')
    .values({ ...row, userId: accountId, failedVerificationCount: null, lockedUntil: null })
    .execute();
}

/** An active second factor as it is stored, to be put back. */
export type StoredTwoFactor = Pick<AuthTwoFactorRow, 'id' | 'secret' | 'backupCodes' | 'usedStep'> & {
  addedAt: Micros;
};

export async function findActiveTwoFactor(db: Executor, accountId: number): Promise<StoredTwoFactor | undefined> {
  const row = await db
    .selectFrom('auth_two_factor')
    .select(['id', 'secret', 'backupCodes', 'usedStep', 'addedAt', 'verified'])
    .where('userId', '=', accountId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { verified, ...stored } = row;
  return isSet(verified) ? stored : undefined;
}

/** In place of what the account has. */
export async function restoreTwoFactor(
  db: Executor,
  dialect: Dialect,
  accountId: number,
  stored: StoredTwoFactor,
): Promise<void> {
  await replaceTwoFactor(db, accountId, { ...stored, verified: dialect.authFlag(true) });
  await setTwoFactorEnabled(db, dialect, accountId, true);
}

/** With an id and a time of its own: what was added since it was set up is older. */
export async function activateTwoFactor(
  db: Executor,
  dialect: Dialect,
  accountId: number,
  active: Pick<StoredTwoFactor, 'id' | 'addedAt' | 'backupCodes'>,
): Promise<void> {
  const own = db.updateTable('auth_two_factor').where('userId', '=', accountId);
  await own.set({ verified: dialect.authFlag(true), ...active }).execute();
  await setTwoFactorEnabled(db, dialect, accountId, true);
}

export async function deleteTwoFactor(db: Executor, dialect: Dialect, accountId: number): Promise<void> {
  await db.deleteFrom('auth_two_factor').where('userId', '=', accountId).execute();
  await setTwoFactorEnabled(db, dialect, accountId, false);
}

async function setTwoFactorEnabled(db: Executor, dialect: Dialect, accountId: number, isOn: boolean): Promise<void> {
  const twoFactorEnabled = dialect.authFlag(isOn);
  await db.updateTable('auth_user').set({ twoFactorEnabled }).where('id', '=', accountId).execute();
}

/** False if the code of this step, or of a later one, was used already. */
export async function useStep(db: Executor, accountId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth_two_factor')
    .set({ usedStep: step })
    .where('userId', '=', accountId)
    .where('usedStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setRecoveryCodes(db: Executor, accountId: number, backupCodes: string): Promise<void> {
  await db.updateTable('auth_two_factor').set({ backupCodes }).where('userId', '=', accountId).execute();
}
