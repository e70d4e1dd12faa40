import { ApiError } from '../../../contract/errors.ts';
import type { AccountRow } from '../../storage/tables.ts';

/** For somebody who has shown that the account is theirs. */
export function suspended(reason: AccountRow['suspension_reason']): ApiError {
  if (reason === null) return new ApiError('forbidden', 'This account is suspended.');
  return new ApiError('forbidden', `This account is suspended. Reason: "${reason}".`);
}
