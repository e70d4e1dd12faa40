import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Done, TokenOnly } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { confirmEmailChange, undoEmailChange, verifyEmail } from '../../../../domain/sign-in/email-change.ts';
import type { Services } from '../../../services.ts';

export const emailTokenRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { actorOf, signIn }) => {
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
    async (request) => {
      await verifyEmail(signIn, request.body.token, await actorOf(request));
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
    async (request) => {
      await confirmEmailChange(signIn, request.body.token, await actorOf(request));
      return { status: true as const, response: { message: 'Your e-mail address was changed.' } };
    },
  );

  app.post(
    '/auth/email/undo',
    {
      config: { access: 'public', writes: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'undoEmailChange',
        summary: 'Undo a change of e-mail address',
        description: 'Restores the old address and ends all sessions of the account. The link works for seven days.',
        body: TokenOnly,
        response: { 200: success(Done) },
      },
    },
    async (request) => {
      await undoEmailChange(signIn, request.body.token, await actorOf(request));
      const message = 'Your e-mail address was restored, and everybody was signed out. Choose a new password now.';
      return { status: true as const, response: { message } };
    },
  );
};
