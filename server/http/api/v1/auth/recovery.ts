// Links in mails, and how to get one.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ChangeUndone } from '../../../../../contract/schemas/account-recovery.ts';
import { Done, EmailOnly, PasswordReset, TokenOnly } from '../../../../../contract/schemas/auth.ts';
import { confirmEmailChange, verifyEmail } from '../../../../domain/sign-in/email-change.ts';
import { requestReset, resetPassword } from '../../../../domain/sign-in/passwords/recovery.ts';
import { undoChange } from '../../../../domain/sign-in/recovery/undo.ts';
import { knownDeviceCookie } from '../../../../domain/sign-in/sessions/devices.ts';
import type { SignInRequest } from '../../../../domain/sign-in/sign-in-request.ts';
import { isSignedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';
import { signInOperations } from './operation.ts';

export async function recoveryRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { signIn } = services;
  const post = signInOperations(app, services);

  post(
    '/auth/recover',
    {
      operationId: 'requestPasswordReset',
      summary: 'Request a password reset',
      description:
        'Sends a link to choose a new password, if an account has this address. The response is the same if none has.',
      body: EmailOnly,
      answer: Done,
    },
    async ({ body, from }) => {
      await requestReset(signIn, body.email, from);
      return { response: { message: 'If an account has this address, a message with a link is on its way.' } };
    },
  );

  post(
    '/auth/reset',
    {
      operationId: 'resetPassword',
      summary: 'Reset the password',
      description: 'Sets a new password with the token of the link, and ends all sessions of the account.',
      body: PasswordReset,
      answer: Done,
    },
    async ({ body: { token, password }, from }) => {
      await resetPassword(signIn, token, password, from);
      return { response: { message: 'The password was changed. Sign in with the new one.' } };
    },
  );

  post(
    '/auth/verify-email',
    {
      operationId: 'verifyEmail',
      summary: 'Verify an e-mail address',
      description: 'Confirms the address of an account with the token of the link that was sent to it.',
      body: TokenOnly,
      answer: Done,
    },
    async ({ body, from, request }) => {
      const accountId = await verifyEmail(signIn, body.token, from.actor);
      const cookies = await stillKnown(request, from, accountId);
      return { response: { message: 'Your e-mail address is confirmed.' }, cookies };
    },
  );

  post(
    '/auth/email/confirm',
    {
      operationId: 'confirmEmailChange',
      summary: 'Confirm a new e-mail address',
      description: 'The new address takes effect. A message with a link to undo the change is sent to the old one.',
      body: TokenOnly,
      answer: Done,
    },
    async ({ body, from, request }) => {
      const accountId = await confirmEmailChange(signIn, body.token, from.actor);
      const cookies = await stillKnown(request, from, accountId);
      return { response: { message: 'Your e-mail address was changed.' }, cookies };
    },
  );

  const undone = [
    {
      path: '/auth/email/undo',
      operationId: 'undoEmailChange',
      summary: 'Undo a change of e-mail address',
      message: 'Your e-mail address was restored, and everybody was signed out. Choose a new password now.',
    },
    {
      path: '/auth/undo',
      operationId: 'undoChange',
      summary: 'Undo a change of the account',
      message: 'The change was taken back, and everybody was signed out. Choose a new password now.',
    },
  ];
  for (const { path, operationId, summary, message } of undone) {
    post(
      path,
      {
        operationId,
        summary,
        description:
          'With the token of the link “This wasn’t me” in the message about a change. Takes the change back, removes the keys, passkeys, linked providers, shared statistics, second factor and password that were added since, restores the address that the message was sent to, and ends all sessions. The link works once, for seven days.',
        body: TokenOnly,
        answer: ChangeUndone,
      },
      async ({ body, from }) => {
        const reset_token = await undoChange(signIn, body.token, from.actor);
        return { response: { message, reset_token } };
      },
    );
  }

  /** A browser that was known before the address was proven stays known, if it is signed in to the account. */
  async function stillKnown(request: FastifyRequest, from: SignInRequest, accountId: number): Promise<string[]> {
    const isOwn = isSignedIn(request) && request.caller.accountId === accountId;
    return isOwn ? knownDeviceCookie(signIn, accountId, from) : [];
  }
}
