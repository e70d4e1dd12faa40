import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  SignedIn,
  SignedInByRecoveryCode,
  SignInCode,
  SignInRecoveryCode,
} from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { signInWithCode, signInWithRecoveryCode } from '../../../../domain/sign-in/two-factor/second-factor.ts';
import { setCookies, signInRequestOf } from '../../../auth/sign-in-request.ts';
import type { Services } from '../../../services.ts';

export const secondFactorRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { signIn } = services;

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
    async (request, reply) => {
      const signInRequest = await signInRequestOf(services, request);
      setCookies(reply, await signInWithCode(signIn, request.body.code, signInRequest));
      return { status: true as const, response: { signed_in: true as const } };
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
    async (request, reply) => {
      const signInRequest = await signInRequestOf(services, request);
      const { cookies, codesLeft } = await signInWithRecoveryCode(signIn, request.body.code, signInRequest);
      setCookies(reply, cookies);
      return { status: true as const, response: { signed_in: true as const, codes_left: codesLeft } };
    },
  );
};
