import type { FastifyInstance } from 'fastify';
import {
  Done,
  Reauthenticated,
  Reauthentication,
  SignedIn,
  SignedInByRecoveryCode,
  SignIn,
  SignInCode,
  SignInPasskey,
  SignInRecoveryCode,
  SignInResult,
  SignUp,
  TokenOnly,
  WebAuthnOptions,
} from '../../../../../contract/schemas/auth.ts';
import { timestamp } from '../../../../../contract/time.ts';
import { clearCookie } from '../../../../domain/sign-in/cookies.ts';
import { signInWithPasskey, startPasskeySignIn } from '../../../../domain/sign-in/passkeys/passkey-sign-in.ts';
import { reauthenticate } from '../../../../domain/sign-in/sessions/reauthentication.ts';
import { signOut } from '../../../../domain/sign-in/sessions/sessions.ts';
import { signInWithPassword } from '../../../../domain/sign-in/sign-in.ts';
import { signInWithLink } from '../../../../domain/sign-in/sign-in-links.ts';
import { signUp } from '../../../../domain/sign-in/sign-up.ts';
import { signInWithCode, signInWithRecoveryCode } from '../../../../domain/sign-in/two-factor/second-factor.ts';
import { signedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';
import { signedInAnswer as response, signInOperations } from './operation.ts';

export async function signInRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { origins, signIn } = services;
  const post = signInOperations(app, services);

  post(
    '/auth/sign-up',
    {
      operationId: 'signUp',
      summary: 'Sign up',
      description:
        'Creates an account, signs it in with a session cookie, and sends a message to verify the e-mail address.',
      body: SignUp,
      answer: SignedIn,
    },
    async ({ body, from }) => ({ response, cookies: await signUp(signIn, body, from) }),
  );

  post(
    '/auth/sign-in',
    {
      operationId: 'signIn',
      summary: 'Sign in with a password',
      description:
        'Sets a session cookie. If the account has two-factor authentication, `two_factor` is true and a code is needed next. A wrong password and an unknown address get the same response.',
      body: SignIn,
      answer: SignInResult,
    },
    async ({ body: { email: login, password }, from }) => {
      const { needsCode, cookies } = await signInWithPassword(signIn, { login, password }, from);
      return { response: { signed_in: !needsCode, two_factor: needsCode }, cookies };
    },
  );

  post(
    '/auth/sign-out',
    {
      operationId: 'signOut',
      summary: 'Sign out',
      description: 'Ends this session and clears its cookie.',
      answer: Done,
      access: 'session',
    },
    async ({ from, request }) => {
      await signOut(signIn, signedIn(request), from.actor);
      const cookies = [clearCookie(origins.dashboard(), 'session')];
      return { response: { message: 'You are signed out.' }, cookies };
    },
  );

  post(
    '/auth/reauthenticate',
    {
      operationId: 'reauthenticate',
      summary: 'Confirm the password',
      description:
        'Confirms who is signed in. For ten minutes, the session may then do what needs a recent sign-in. With two-factor authentication, `code` is required too.',
      body: Reauthentication,
      answer: Reauthenticated,
      access: 'session',
    },
    async ({ body: { password, code }, from, request }) => {
      const until = await reauthenticate(signIn, signedIn(request), { password, code }, from);
      return { response: { fresh_until: timestamp(until) } };
    },
  );

  post(
    '/auth/sign-in/code',
    {
      operationId: 'signInWithCode',
      summary: 'Sign in: second factor',
      description: 'Completes a sign-in that answered `two_factor: true`, with the code of an authenticator app.',
      body: SignInCode,
      answer: SignedIn,
    },
    async ({ body, from }) => ({ response, cookies: await signInWithCode(signIn, body.code, from) }),
  );

  post(
    '/auth/sign-in/recovery-code',
    {
      operationId: 'signInWithRecoveryCode',
      summary: 'Sign in: recovery code',
      description: 'Completes a sign-in that answered `two_factor: true`, with a recovery code. Each code works once.',
      body: SignInRecoveryCode,
      answer: SignedInByRecoveryCode,
    },
    async ({ body, from }) => {
      const { cookies, codesLeft } = await signInWithRecoveryCode(signIn, body.code, from);
      return { response: { ...response, codes_left: codesLeft }, cookies };
    },
  );

  post(
    '/auth/sign-in/link',
    {
      operationId: 'signInWithLink',
      summary: 'Sign in with a link',
      description: 'Signs in with the token of a one-time link, which `bin/fingerpost account link` prints.',
      body: TokenOnly,
      answer: SignedIn,
    },
    async ({ body, from }) => ({ response, cookies: await signInWithLink(signIn, body.token, from) }),
  );

  post(
    '/auth/passkey/options',
    {
      operationId: 'startPasskeySignIn',
      summary: 'Sign in with a passkey: options',
      description: 'The WebAuthn options to pass to `navigator.credentials.get`.',
      answer: WebAuthnOptions,
    },
    async ({ from, request }) => {
      const { options, cookies } = await startPasskeySignIn(signIn, request.caller, from);
      return { response: options, cookies };
    },
  );

  post(
    '/auth/passkey',
    {
      operationId: 'signInWithPasskey',
      summary: 'Sign in with a passkey',
      description:
        'Signs in. With a session of the same account, it confirms who is signed in, as `POST /auth/reauthenticate` does.',
      body: SignInPasskey,
      answer: SignedIn,
    },
    async ({ body, from, request }) => ({
      response,
      cookies: await signInWithPasskey(signIn, body.credential, request.caller, from),
    }),
  );
}
