import type { FastifyInstance } from 'fastify';
import { ProviderRedirect, SignInProvider } from '../../../../../contract/schemas/auth.ts';
import { finishProviderSignIn, startProviderSignIn } from '../../../../domain/sign-in/provider/provider-sign-in.ts';
import { setCookies, signInRequestOf } from '../../../auth/sign-in-request.ts';
import type { Services } from '../../../services.ts';
import { signInOperations } from './operation.ts';

export async function providerRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { signIn } = services;
  const post = signInOperations(app, services);

  post(
    '/auth/provider',
    {
      operationId: 'signInWithProvider',
      summary: 'Sign in with a provider',
      description:
        'Starts a sign-in with an OpenID Connect provider. Send the browser to `url`; the provider sends it back to the dashboard.',
      body: SignInProvider,
      answer: ProviderRedirect,
    },
    async ({ body: { provider, return_to: returnTo = '/' }, from }) => {
      const { url, cookies } = await startProviderSignIn(signIn, { provider, returnTo }, from);
      return { response: { url }, cookies };
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
      const { url, cookies } = await finishProviderSignIn(signIn, search, await signInRequestOf(services, request));
      setCookies(reply, cookies);
      return reply.redirect(url, 303);
    },
  );
}
