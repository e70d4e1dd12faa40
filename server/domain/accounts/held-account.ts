import { ApiError } from '../../../contract/errors.ts';
import { findAccount, holdAccount } from '../../storage/accounts/accounts.ts';
import { holdPerson } from '../../storage/people/people.ts';
import type { PersonRow } from '../../storage/people-tables.ts';
import type { AccountRow, Executor } from '../../storage/tables.ts';

/** An account and its person, which nobody else can change until the transaction ends. */
export type HeldAccount = AccountRow & PersonRow;

/** Locks before reading: what is read must not change before it is written back. The account always comes first. */
export async function heldAccount(
  tx: Executor,
  accountId: number,
  missing: () => ApiError = () => new ApiError('unauthenticated'),
): Promise<HeldAccount> {
  await holdAccount(tx, accountId);
  const person = await holdPerson(tx, accountId);
  const account = person && (await findAccount(tx, accountId));
  if (!account) throw missing();
  return { ...account, ...person };
}
