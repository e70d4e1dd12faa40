import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { EmailChange } from '../../../../../contract/schemas/account-security.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { requestEmailChange, resendVerification } from '../../../../domain/sign-in/email-change.ts';
import { signedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';

export const accountEmailRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { actorOf, signIn }) => {
  app.post(
    '/account/email/verify',
    {
      config: { access: 'session', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'resendVerification',
        summary: 'Send the verification message again',
        description:
          'Sends a new link to verify the e-mail address. If a change of address is pending, the link goes to the new address.',
        response: { 200: success(Done) },
      },
    },
    async (request) => {
      const email = await resendVerification(signIn, signedIn(request), await actorOf(request));
      return { status: true as const, response: { message: `A link was sent to ${email}.` } };
    },
  );

  app.post(
    '/account/email',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'changeEmail',
        summary: 'Change the e-mail address',
        description: 'Sends a link to the new address. The change takes effect when the link is opened.',
        body: EmailChange,
        response: { 200: success(Done) },
      },
    },
    async (request) => {
      const { email } = request.body;
      await requestEmailChange(signIn, signedIn(request), email, await actorOf(request));
      const message = `A link was sent to ${email.toLowerCase()}. The change takes effect when you open it.`;
      return { status: true as const, response: { message } };
    },
  );
};
