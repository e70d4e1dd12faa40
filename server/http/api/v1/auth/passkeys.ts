import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { SignedIn, SignInPasskey, WebAuthnOptions } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { signInWithPasskey, startPasskeySignIn } from '../../../../domain/sign-in/passkeys/passkey-sign-in.ts';
import { setCookies, signInRequestOf } from '../../../auth/sign-in-request.ts';
import type { Services } from '../../../services.ts';

export const passkeySignInRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { signIn } = services;

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
    async (request, reply) => {
      const signInRequest = await signInRequestOf(services, request);
      const { options, cookies } = await startPasskeySignIn(signIn, request.caller, signInRequest);
      setCookies(reply, cookies);
      return { status: true as const, response: options };
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
    async (request, reply) => {
      const signInRequest = await signInRequestOf(services, request);
      setCookies(reply, await signInWithPasskey(signIn, request.body.credential, request.caller, signInRequest));
      return { status: true as const, response: { signed_in: true as const } };
    },
  );
};
