import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Done, EmailOnly, PasswordReset } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { requestReset, resetPassword } from '../../../../domain/sign-in/passwords/recovery.ts';
import { signInRequestOf } from '../../../auth/sign-in-request.ts';
import type { Services } from '../../../services.ts';

export const recoveryRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { signIn } = services;

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
    async (request) => {
      await requestReset(signIn, request.body.email, await signInRequestOf(services, request));
      const message = 'If an account has this address, a message with a link is on its way.';
      return { status: true as const, response: { message } };
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
    async (request) => {
      const { token, password } = request.body;
      await resetPassword(signIn, token, password, await signInRequestOf(services, request));
      return { status: true as const, response: { message: 'The password was changed. Sign in with the new one.' } };
    },
  );
};
