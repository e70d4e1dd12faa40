import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { limits } from '../../../../../contract/limits.ts';
import { SignInSettings, UsernameCheck, UsernameQuery } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { listedProviders } from '../../../../domain/sign-in/provider/provider-settings.ts';
import { perNetwork } from '../../../../domain/sign-in/throttle.ts';
import { checkUsername, suggestUsernames } from '../../../../domain/sign-in/username-check.ts';
import { signInRequestOf } from '../../../auth/sign-in-request.ts';
import { isSignedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';

/** Per hour and network: enough for somebody who types, too few to enumerate usernames. */
const FREE_CHECKS = 600;

export const authSettingsRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, mailer, origins, signIn, store } = services;

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
    async (request) => {
      const response = {
        signup: signIn.signup,
        mail: mailer.kind,
        providers: listedProviders(signIn),
        password: { min: limits.passwordMin, max: limits.passwordMax },
        signed_in: isSignedIn(request),
        pages_url: origins.pages(),
        dashboard_url: origins.dashboard(),
        one_origin: config.isOneOrigin,
      };
      return { status: true as const, response };
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
    async (request) => {
      const { networks } = await signInRequestOf(services, request);
      await signIn.throttle.begin(perNetwork('username', networks, FREE_CHECKS));
      const { username, problem, message } = await checkUsername(store, request.query.username);
      const suggestions = problem === null ? [] : await suggestUsernames(store, username);
      return {
        status: true as const,
        response: { username, available: problem === null, problem, message, suggestions },
      };
    },
  );
};
