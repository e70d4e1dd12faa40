import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Done, Reauthenticated, Reauthentication, SignIn, SignInResult } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { timestamp } from '../../../../../contract/time.ts';
import { clearCookie } from '../../../../domain/sign-in/cookies.ts';
import { reauthenticate } from '../../../../domain/sign-in/sessions/reauthentication.ts';
import { signOut } from '../../../../domain/sign-in/sessions/sessions.ts';
import { signInWithPassword } from '../../../../domain/sign-in/sign-in.ts';
import { setCookies, signInRequestOf } from '../../../auth/sign-in-request.ts';
import { signedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';

export const signInRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { actorOf, origins, signIn } = services;

  app.post(
    '/auth/sign-in',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'signIn',
        summary: 'Sign in with a password',
        description:
          'Sets a session cookie. If the account has two-factor authentication, `two_factor` is true and a code is needed next. A wrong password and an unknown address get the same response.',
        body: SignIn,
        response: { 200: success(SignInResult) },
      },
    },
    async (request, reply) => {
      const { email: login, password } = request.body;
      const signInRequest = await signInRequestOf(services, request);
      const { needsCode, cookies } = await signInWithPassword(signIn, { login, password }, signInRequest);
      setCookies(reply, cookies);
      return { status: true as const, response: { signed_in: !needsCode, two_factor: needsCode } };
    },
  );

  app.post(
    '/auth/sign-out',
    {
      config: { access: 'session', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends this session and clears its cookie.',
        response: { 200: success(Done) },
      },
    },
    async (request, reply) => {
      await signOut(signIn, signedIn(request), await actorOf(request));
      setCookies(reply, [clearCookie(origins.dashboard(), 'session')]);
      return { status: true as const, response: { message: 'You are signed out.' } };
    },
  );

  app.post(
    '/auth/reauthenticate',
    {
      config: { access: 'session', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'reauthenticate',
        summary: 'Confirm the password',
        description:
          'Confirms who is signed in. For ten minutes, the session may then do what needs a recent sign-in. With two-factor authentication, `code` is required too.',
        body: Reauthentication,
        response: { 200: success(Reauthenticated) },
      },
    },
    async (request) => {
      const { password, code } = request.body;
      const signInRequest = await signInRequestOf(services, request);
      const until = await reauthenticate(signIn, signedIn(request), { password, code }, signInRequest);
      return { status: true as const, response: { fresh_until: timestamp(until) } };
    },
  );
};
