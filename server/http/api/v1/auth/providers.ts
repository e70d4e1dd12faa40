import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { ProviderRedirect, SignInProvider } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const providerRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
  app.post(
    '/auth/provider',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'signInWithProvider',
        summary: 'Sign in with a provider',
        description:
          'Starts a sign-in with an OpenID Connect provider. Send the browser to `url`; the provider sends it back to the dashboard.',
        body: SignInProvider,
        response: { 200: success(ProviderRedirect) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
