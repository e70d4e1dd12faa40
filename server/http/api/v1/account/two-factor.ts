import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { RecoveryCodes, TwoFactorCode, TwoFactorSecret } from '../../../../../contract/schemas/account-security.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import {
  confirmTwoFactor,
  disableTwoFactor,
  replaceRecoveryCodes,
  startTwoFactor,
} from '../../../../domain/sign-in/two-factor/two-factor.ts';
import { signedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';

export const twoFactorRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { signIn, actorOf }) => {
  app.post(
    '/two-factor',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'startTwoFactor',
        summary: 'Set up two-factor authentication',
        description: 'Makes a secret for an authenticator app. It takes effect once a code is confirmed.',
        response: { 200: success(TwoFactorSecret) },
      },
    },
    async (request) => ({
      status: true as const,
      response: await startTwoFactor(signIn, signedIn(request)),
    }),
  );

  app.post(
    '/two-factor/confirm',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'confirmTwoFactor',
        summary: 'Turn on two-factor authentication',
        description: 'Checks a code of the authenticator app. The recovery codes are shown only this once.',
        body: TwoFactorCode,
        response: { 200: success(RecoveryCodes) },
      },
    },
    async (request) => {
      const codes = await confirmTwoFactor(signIn, signedIn(request), request.body.code, await actorOf(request));
      return { status: true as const, response: { recovery_codes: codes } };
    },
  );

  app.post(
    '/two-factor/recovery-codes',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'replaceRecoveryCodes',
        summary: 'Replace the recovery codes',
        description: 'The previous codes stop working.',
        response: { 200: success(RecoveryCodes) },
      },
    },
    async (request) => {
      const codes = await replaceRecoveryCodes(signIn, signedIn(request), await actorOf(request));
      return { status: true as const, response: { recovery_codes: codes } };
    },
  );

  app.post(
    '/two-factor/delete',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'deleteTwoFactor',
        summary: 'Turn off two-factor authentication',
        description: 'Removes the secret and the recovery codes.',
        response: { 200: success(Done) },
      },
    },
    async (request) => {
      await disableTwoFactor(signIn, signedIn(request), await actorOf(request));
      return { status: true as const, response: { message: 'Two-factor authentication is off.' } };
    },
  );
};
