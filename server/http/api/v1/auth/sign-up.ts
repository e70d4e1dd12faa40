import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { SignedIn, SignUp } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const signUpRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
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
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
