import { ApiError } from '../../../contract/errors.ts';
import { findAccount, holdAccount } from '../../storage/accounts/accounts.ts';
import { type Ownership, readOwnership } from '../../storage/accounts/ownership.ts';
import type { AccountRow, Executor } from '../../storage/tables.ts';

/** An account that nobody else can change until the transaction ends. */
export type HeldAccount = AccountRow & Ownership;

export async function heldAccount(
  tx: Executor,
  accountId: number,
  missing: () => ApiError = () => new ApiError('unauthenticated'),
): Promise<HeldAccount> {
  // Lock before reading: what is read must not change before it is written back.
  await holdAccount(tx, accountId);
  const account = await findAccount(tx, accountId);
  const ownership = account && (await readOwnership(tx, accountId));
  if (!ownership) throw missing();
  return { ...account, ...ownership };
}
