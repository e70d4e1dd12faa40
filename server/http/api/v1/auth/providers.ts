import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ProviderRedirect, SignInProvider } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { finishProviderSignIn, startProviderSignIn } from '../../../../domain/sign-in/provider/provider-sign-in.ts';
import { setCookies, signInRequestOf } from '../../../auth/sign-in-request.ts';
import type { Services } from '../../../services.ts';

export const providerRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { signIn } = services;

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
    async (request, reply) => {
      const { provider, return_to: returnTo = '/' } = request.body;
      const signInRequest = await signInRequestOf(services, request);
      const { url, cookies } = await startProviderSignIn(signIn, { provider, returnTo }, signInRequest);
      setCookies(reply, cookies);
      return { status: true as const, response: { url } };
    },
  );

  // Browsers come here from the provider, with parameters of its choice. A cookie and the state that belongs to it show who
  // sent them there.
  app.get(
    '/auth/callback/oidc',
    {
      config: { access: 'public', fromOtherSites: true, htmlErrors: true, unknownFields: 'ignored' },
      schema: { hide: true },
    },
    async (request, reply) => {
      const { search } = new URL(request.url, 'http://localhost');
      const signInRequest = await signInRequestOf(services, request);
      const { url, cookies } = await finishProviderSignIn(signIn, search, signInRequest);
      setCookies(reply, cookies);
      return reply.redirect(url, 303);
    },
  );
};
