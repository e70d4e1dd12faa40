import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Invitation, InvitationQuery } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { timestamp } from '../../../../../contract/time.ts';
import { hashToken } from '../../../../domain/accounts/token-format.ts';
import { perNetwork } from '../../../../domain/sign-in/throttle.ts';
import { findInvitation } from '../../../../storage/accounts/invitations.ts';
import { signInRequestOf } from '../../../auth/sign-in-request.ts';
import type { Services } from '../../../services.ts';

const FREE_CHECKS = 20;

export const invitationRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { signIn, store, clock } = services;

  app.get(
    '/auth/invitation',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Sign-in'],
        operationId: 'getInvitation',
        summary: 'Check an invitation',
        description: 'Whether an invitation can still be used to sign up.',
        querystring: InvitationQuery,
        response: { 200: success(Invitation) },
      },
    },
    async (request) => {
      const { networks } = await signInRequestOf(services, request);
      const attempt = await signIn.throttle.begin(perNetwork('invitation', networks, FREE_CHECKS));
      const found = await findInvitation(store.read, hashToken(request.query.token), clock());
      if (found) await attempt.succeed();
      const expires_at = found ? timestamp(found.expires_at) : null;
      return {
        status: true as const,
        response: { valid: found !== undefined, email: found?.email ?? null, expires_at },
      };
    },
  );
};
