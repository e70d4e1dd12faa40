import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import {
  SignedIn,
  SignedInByRecoveryCode,
  SignInCode,
  SignInRecoveryCode,
} from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const secondFactorRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
  app.post(
    '/auth/sign-in/code',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'signInWithCode',
        summary: 'Sign in: second factor',
        description: 'Completes a sign-in that answered `two_factor: true`, with the code of an authenticator app.',
        body: SignInCode,
        response: { 200: success(SignedIn) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.post(
    '/auth/sign-in/recovery-code',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'signInWithRecoveryCode',
        summary: 'Sign in: recovery code',
        description:
          'Completes a sign-in that answered `two_factor: true`, with a recovery code. Each code works once.',
        body: SignInRecoveryCode,
        response: { 200: success(SignedInByRecoveryCode) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
