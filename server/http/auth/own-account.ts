import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../contract/errors.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import type { AccountRow, Executor } from '../../storage/tables.ts';

/** The account of whoever asks. */
export async function ownAccount(db: Executor, { caller }: Pick<FastifyRequest, 'caller'>): Promise<AccountRow> {
  const account = await findAccount(db, caller.accountId);
  // Deleted since the key was looked up: as of now it is nobody's.
  if (!account) throw new Refusal('unauthenticated');
  return account;
}
