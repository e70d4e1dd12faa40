// Rate limits of forms. Every post counts against its sender; only a valid entry counts against the account, so that
// nobody can lock others out of a form with posts that are rejected. A sender is known by a hash of the address, under a
// key that lasts an hour at most and is never stored. Each process counts for itself.
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

  // Both return how many seconds the sender has to wait; undefined where it may go on.
  return {
    /** Any post, before its body is read. */
    countPost: (post: Post): number | undefined => waitFor(posts.count(senderOf(post), limits.formPostsPerVisitor)),
    /** A valid entry, before it is stored. */
    countEntry: (post: Post, { formEntriesPerMinute }: Allowance): number | undefined =>
      waitFor(entriesOfVisitor.count(senderOf(post), limits.formEntriesPerVisitor)) ??
      waitFor(entriesOfAccount.count(post.accountId, formEntriesPerMinute)),
  };
}

function waitFor({ exceeded, resetSeconds }: Quota): number | undefined {
  return exceeded ? resetSeconds : undefined;
}
