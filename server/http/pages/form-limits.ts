// Rate limits of forms. Every post counts against its sender; only a valid entry counts against the account, so that
// nobody can lock others out of a form with invalid posts. A sender is identified by a hash of the address, with a
// key that lasts an hour at most and is never stored. Each process counts separately.
import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { HOUR } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import type { Allowance } from '../../domain/plans/allowance.ts';
import { networkOf, plainAddress } from '../../visits/record/address.ts';
import { createRateLimiter, type Quota } from '../auth/rate-limiter.ts';

export interface Post {
  address: string | undefined;
  accountId: number;
  blockId: number;
}

const NUMBER_BYTES = 6;

export function createFormLimits(clock: Clock) {
  const posts = createRateLimiter(clock);
  const entriesOfVisitor = createRateLimiter(clock);
  const entriesOfAccount = createRateLimiter(clock);
  let key = randomBytes(32);
  let hour = 0;

  function senderOf({ address, blockId }: Post): number {
    const now = Math.floor(clock() / HOUR);
    if (now !== hour) key = randomBytes(32);
    hour = now;
    const sender = createHmac('sha256', key).update(`${networkOf(plainAddress(address))} ${blockId}`);
    return sender.digest().readUIntBE(0, NUMBER_BYTES);
  }

  // Both return how many seconds the sender has to wait; undefined if it is within the limit.
  return {
    /** Any post, before its body is read. */
    countPost: (post: Post): number | undefined =>
      secondsToWait(posts.count(senderOf(post), limits.formPostsPerVisitor)),
    /** A valid entry, before it is stored. */
    countEntry: (post: Post, { formEntriesPerMinute }: Allowance): number | undefined =>
      secondsToWait(entriesOfVisitor.count(senderOf(post), limits.formEntriesPerVisitor)) ??
      secondsToWait(entriesOfAccount.count(post.accountId, formEntriesPerMinute)),
  };
}

function secondsToWait({ exceeded, resetSeconds }: Quota): number | undefined {
  return exceeded ? resetSeconds : undefined;
}
