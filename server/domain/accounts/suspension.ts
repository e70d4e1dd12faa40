import { Refusal } from '../../../contract/errors.ts';
import type { AccountRow } from '../../storage/tables.ts';

/** For somebody who has shown that the account is theirs. */
export function suspended(reason: AccountRow['suspension_reason']): Refusal {
  if (reason === null) return new Refusal('forbidden', 'This account is suspended.');
  return new Refusal('forbidden', `This account is suspended. Reason: "${reason}".`);
}
