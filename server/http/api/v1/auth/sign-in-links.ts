import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { SignedIn, TokenOnly } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const signInLinkRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
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
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
