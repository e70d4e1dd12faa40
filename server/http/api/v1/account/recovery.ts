import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { RecoveryReview, ReviewRemoval, ReviewRemoved } from '../../../../../contract/schemas/account-recovery.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { timestamp } from '../../../../../contract/time.ts';
import { shownName } from '../../../../domain/sign-in/recovery/recovered.ts';
import { finishReview, removeReviewed } from '../../../../domain/sign-in/recovery/review.ts';
import { listAccess } from '../../../../storage/accounts/access.ts';
import { findPerson } from '../../../../storage/people/people.ts';
import { signedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';

export const accountRecoveryRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { actorOf, signIn, store }) => {
  app.get(
    '/account/recovery',
    {
      config: { access: 'session' },
      schema: {
        tags: ['Security'],
        operationId: 'getRecoveryReview',
        summary: 'Review the account after a recovery',
        description:
          'What somebody who had the account before may have left behind. `recovered_at` is null if no recovery waits for a review.',
        response: { 200: success(RecoveryReview) },
      },
    },
    async (request) => {
      const { accountId } = signedIn(request);
      const person = await findPerson(store.read, accountId);
      const items = (await listAccess(store.read, accountId)).map((item) => ({
        kind: item.kind,
        id: item.kind === 'two_factor' ? null : item.id,
        name: shownName(signIn, item),
        created_at: timestamp(item.createdAt),
      }));
      const recoveredAt = person?.recovered_at ?? null;
      const recovered_at = recoveredAt === null ? null : timestamp(recoveredAt);
      return { status: true as const, response: { recovered_at, items } };
    },
  );

  app.post(
    '/account/recovery/remove',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'removeReviewed',
        summary: 'Remove what somebody left behind',
        description:
          'Without `kind`: everything that the review lists. With `kind`: everything of that kind. With `kind` and `id`: that one.',
        body: ReviewRemoval,
        response: { 200: success(ReviewRemoved) },
      },
    },
    async (request) => {
      const removed = await removeReviewed(signIn, signedIn(request), request.body, await actorOf(request));
      const message = removed.length === 0 ? 'There was nothing to remove.' : `Removed: ${removed.length}.`;
      return { status: true as const, response: { removed: removed.length, message } };
    },
  );

  app.post(
    '/account/recovery/done',
    {
      config: { access: 'session', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'finishRecoveryReview',
        summary: 'End the review',
        description: 'The owner has seen what the account has: `recovered_at` is null from then on.',
        response: { 200: success(Done) },
      },
    },
    async (request) => {
      await finishReview(signIn, signedIn(request));
      return { status: true as const, response: { message: 'The review is finished.' } };
    },
  );
};
