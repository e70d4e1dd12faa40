import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChangeUndone } from '../../../../../contract/schemas/account-recovery.ts';
import { Done, TokenOnly } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { confirmEmailChange, verifyEmail } from '../../../../domain/sign-in/email-change.ts';
import { undoChange } from '../../../../domain/sign-in/recovery/undo.ts';
import { knownDeviceCookie } from '../../../../domain/sign-in/sessions/devices.ts';
import type { SignInRequest } from '../../../../domain/sign-in/sign-in-request.ts';
import { setCookies, signInRequestOf } from '../../../auth/sign-in-request.ts';
import { isSignedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';

export const emailTokenRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { signIn } = services;

  app.post(
    '/auth/verify-email',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'verifyEmail',
        summary: 'Verify an e-mail address',
        description: 'Confirms the address of an account with the token of the link that was sent to it.',
        body: TokenOnly,
        response: { 200: success(Done) },
      },
    },
    async (request, reply) => {
      const signInRequest = await signInRequestOf(services, request);
      await keepKnown(
        request,
        reply,
        signInRequest,
        await verifyEmail(signIn, request.body.token, signInRequest.actor),
      );
      return { status: true as const, response: { message: 'Your e-mail address is confirmed.' } };
    },
  );

  app.post(
    '/auth/email/confirm',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'confirmEmailChange',
        summary: 'Confirm a new e-mail address',
        description: 'The new address takes effect. A message with a link to undo the change is sent to the old one.',
        body: TokenOnly,
        response: { 200: success(Done) },
      },
    },
    async (request, reply) => {
      const signInRequest = await signInRequestOf(services, request);
      await keepKnown(
        request,
        reply,
        signInRequest,
        await confirmEmailChange(signIn, request.body.token, signInRequest.actor),
      );
      return { status: true as const, response: { message: 'Your e-mail address was changed.' } };
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
    app.post(
      path,
      {
        config: { access: 'public', writes: true },
        schema: {
          tags: ['Sign-in'],
          operationId,
          summary,
          description:
            'With the token of the link “This wasn’t me” in the message about a change. Takes the change back, removes the keys, passkeys, linked providers, shared statistics, second factor and password that were added since, restores the address that the message was sent to, and ends all sessions. The link works once, for seven days.',
          body: TokenOnly,
          response: { 200: success(ChangeUndone) },
        },
      },
      async (request) => {
        const { actor } = await signInRequestOf(services, request);
        const reset_token = await undoChange(signIn, request.body.token, actor);
        return { status: true as const, response: { message, reset_token } };
      },
    );
  }

  /** A browser that was known before the address was proven stays known, if it is signed in to the account. */
  async function keepKnown(
    request: FastifyRequest,
    reply: FastifyReply,
    signInRequest: SignInRequest,
    accountId: number,
  ) {
    const isOwn = isSignedIn(request) && request.caller.accountId === accountId;
    if (isOwn) setCookies(reply, await knownDeviceCookie(signIn, accountId, signInRequest));
  }
};
