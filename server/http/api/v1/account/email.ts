import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { EmailChange } from '../../../../../contract/schemas/account-security.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const accountEmailRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
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
    async () => {
      throw new Refusal('unavailable');
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
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
