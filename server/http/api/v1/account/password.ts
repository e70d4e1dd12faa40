import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { PasswordChange } from '../../../../../contract/schemas/account-security.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const accountPasswordRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
  app.post(
    '/account/password',
    {
      config: { access: 'session', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'changePassword',
        summary: 'Change the password',
        description:
          'Ends all other sessions and sends a notice. `current_password` is required unless the sign-in is recent or the account has no password.',
        body: PasswordChange,
        response: { 200: success(Done) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
