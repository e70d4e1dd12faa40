import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { Done, EmailOnly, PasswordReset } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const recoveryRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
  app.post(
    '/auth/recover',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'requestPasswordReset',
        summary: 'Request a password reset',
        description:
          'Sends a link to choose a new password, if an account has this address. The response is the same if none has.',
        body: EmailOnly,
        response: { 200: success(Done) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.post(
    '/auth/reset',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'resetPassword',
        summary: 'Reset the password',
        description: 'Sets a new password with the token of the link, and ends all sessions of the account.',
        body: PasswordReset,
        response: { 200: success(Done) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
