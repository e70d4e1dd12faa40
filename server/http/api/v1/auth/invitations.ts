import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { Invitation, InvitationQuery } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const invitationRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
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
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
