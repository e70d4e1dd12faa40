import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { SignedIn, SignInPasskey, WebAuthnOptions } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const passkeySignInRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
  app.post(
    '/auth/passkey/options',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'startPasskeySignIn',
        summary: 'Sign in with a passkey: options',
        description: 'The WebAuthn options to pass to `navigator.credentials.get`.',
        response: { 200: success(WebAuthnOptions) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.post(
    '/auth/passkey',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey',
        description:
          'Signs in. With a session of the same account, it confirms who is signed in, as `POST /auth/reauthenticate` does.',
        body: SignInPasskey,
        response: { 200: success(SignedIn) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
