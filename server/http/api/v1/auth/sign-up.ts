import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { SignedIn, SignUp } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { signUp } from '../../../../domain/sign-in/sign-up.ts';
import { setCookies, signInRequestOf } from '../../../auth/sign-in-request.ts';
import type { Services } from '../../../services.ts';

export const signUpRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { signIn } = services;

  app.post(
    '/auth/sign-up',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'signUp',
        summary: 'Sign up',
        description:
          'Creates an account, signs it in with a session cookie, and sends a message to verify the e-mail address.',
        body: SignUp,
        response: { 200: success(SignedIn) },
      },
    },
    async (request, reply) => {
      setCookies(reply, await signUp(signIn, request.body, await signInRequestOf(services, request)));
      return { status: true as const, response: { signed_in: true as const } };
    },
  );
};
