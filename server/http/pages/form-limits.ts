// Rate limits of forms. Every post counts against its sender; only a valid entry counts against the account, so that
// nobody can lock others out of a form with invalid posts. A sender is identified by a hash of the address with the
// day's salt, which all processes have. The hash is not stored for longer than its minute lasts.
import { limits } from '../../../contract/limits.ts';
import type { Quotas } from '../../domain/plans/quotas.ts';
import { networksOf } from '../../system/networks.ts';
import { plainAddress } from '../../visits/record/address.ts';
import type { Salt } from '../../visits/record/salts.ts';
import type { Quota, RateLimiter } from '../auth/rate-limiter.ts';

export interface Post {
  address: string | undefined;
  accountId: number;
  blockId: number;
}

const NUMBER_BYTES = 6;

export interface FormLimitOptions {
  /** Of the day. */
  salt(): Promise<Salt>;
  limiter(name: string): RateLimiter;
}

export function createFormLimits({ salt, limiter }: FormLimitOptions) {
  const posts = limiter('form posts');
  const entriesOfVisitor = limiter('form entries of a visitor');
  const entriesOfAccount = limiter('form entries of an account');

  /** A network that is over its limit does not count in the one around it. */
  async function countSender(limiter: RateLimiter, { address, blockId }: Post, max: number) {
    for (const { name, shares } of networksOf(plainAddress(address))) {
      const sender = Buffer.from((await salt()).hash(`form ${name} ${blockId}`), 'base64url');
      const quota = await limiter.count(sender.readUIntBE(0, NUMBER_BYTES), max * shares);
      if (quota.exceeded) return quota.resetSeconds;
    }
    return undefined;
  }

  // Both return how many seconds the sender has to wait; undefined if it is within the limit.
  return {
    /** Any post, before its body is read. */
    countPost: (post: Post): Promise<number | undefined> => countSender(posts, post, limits.formPostsPerVisitor),
    /** A valid entry, before it is stored. */
    countEntry: async (post: Post, { formEntriesPerMinute }: Quotas): Promise<number | undefined> =>
      (await countSender(entriesOfVisitor, post, limits.formEntriesPerVisitor)) ??
      secondsToWait(await entriesOfAccount.count(post.accountId, formEntriesPerMinute)),
  };
}

function secondsToWait({ exceeded, resetSeconds }: Quota): number | undefined {
  return exceeded ? resetSeconds : undefined;
}
