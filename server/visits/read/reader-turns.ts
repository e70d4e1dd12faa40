// Reads of individual visits take long. They share the event loop with other requests, and an account can run only some
// of them at once.
import { ApiError } from '../../../contract/errors.ts';
import { yieldToRequests } from '../../system/pauses.ts';

/** Concurrent readers per account. */
const MAX_READERS = 16;

const readers = new Map<number, number>();

/** Throws if the account runs too many reads. Otherwise, call the result when the read is done. */
export function joinReaders(accountId: number): () => void {
  const others = readers.get(accountId) ?? 0;
  if (others >= MAX_READERS) {
    const message = 'Too many concurrent requests read the visits of this account; wait until they finish.';
    throw new ApiError('rate_limited', message, { headers: { 'Retry-After': '1' } });
  }
  readers.set(accountId, others + 1);
  return () => {
    const left = readers.get(accountId)! - 1;
    if (left > 0) readers.set(accountId, left);
    else readers.delete(accountId);
  };
}

let last: Promise<void> = Promise.resolve();

/** All readers together do one step per event-loop turn, so that other requests are answered in between. */
export function step(): Promise<void> {
  last = last.then(yieldToRequests);
  return last;
}
