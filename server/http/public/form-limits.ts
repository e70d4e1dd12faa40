// How often forms may be sent: by one visitor to one form, and to one account in all. Whoever sent one is known by a hash
// of the address alone, under a key that lasts an hour at most and is never written down. Each process counts for itself.
import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { HOUR } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import { networkOf, plainAddress } from '../../visits/address.ts';
import { createRateLimiter } from '../plugins/rate-limiter.ts';

export interface Post {
  address: string | undefined;
  accountId: number;
  blockId: number;
}

const NUMBER_BYTES = 6;

export function createFormLimits(clock: Clock) {
  const ofVisitor = createRateLimiter(limits.formPostsPerVisitor, clock);
  const ofAccount = createRateLimiter(limits.formPostsPerAccount, clock);
  let key = randomBytes(32);
  let hour = 0;

  return {
    /** For how many seconds this one has to wait; undefined where it need not. */
    count({ address, accountId, blockId }: Post): number | undefined {
      const now = Math.floor(clock() / HOUR);
      if (now !== hour) key = randomBytes(32);
      hour = now;
      const who = createHmac('sha256', key).update(`${networkOf(plainAddress(address))} ${blockId}`);
      const visitor = ofVisitor.count(who.digest().readUIntBE(0, NUMBER_BYTES));
      if (visitor.exceeded) return visitor.resetSeconds;
      const account = ofAccount.count(accountId);
      return account.exceeded ? account.resetSeconds : undefined;
    },
  };
}
