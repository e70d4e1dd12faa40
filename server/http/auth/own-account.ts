import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import type { AccountRow, Executor } from '../../storage/tables.ts';

/** The caller's account. */
export async function ownAccount(db: Executor, { caller }: Pick<FastifyRequest, 'caller'>): Promise<AccountRow> {
  const account = await findAccount(db, caller.accountId);
  // The account was deleted after the key was looked up.
  if (!account) throw new ApiError('unauthenticated');
  return account;
}
