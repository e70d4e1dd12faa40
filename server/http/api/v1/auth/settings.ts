import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { SignInSettings, UsernameCheck, UsernameQuery } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const authSettingsRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
  app.get(
    '/auth/settings',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Sign-in'],
        operationId: 'getSignInSettings',
        summary: 'Get the sign-in settings',
        description: 'What the sign-in and sign-up screens need to know before anybody is signed in.',
        response: { 200: success(SignInSettings) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.get(
    '/auth/username',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Sign-in'],
        operationId: 'checkUsername',
        summary: 'Check a username',
        description:
          'Whether a new account can have this username. Usernames that are easily mistaken for an existing one are not available.',
        querystring: UsernameQuery,
        response: { 200: success(UsernameCheck) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
