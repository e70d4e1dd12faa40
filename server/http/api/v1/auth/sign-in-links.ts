import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { SignedIn, TokenOnly } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { signInWithLink } from '../../../../domain/sign-in/sign-in-links.ts';
import { setCookies, signInRequestOf } from '../../../auth/sign-in-request.ts';
import type { Services } from '../../../services.ts';

export const signInLinkRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  app.post(
    '/auth/sign-in/link',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'signInWithLink',
        summary: 'Sign in with a link',
        description: 'Signs in with the token of a one-time link, which `bin/fingerpost account link` prints.',
        body: TokenOnly,
        response: { 200: success(SignedIn) },
      },
    },
    async (request, reply) => {
      const signInRequest = await signInRequestOf(services, request);
      setCookies(reply, await signInWithLink(services.signIn, request.body.token, signInRequest));
      return { status: true as const, response: { signed_in: true as const } };
    },
  );
};
