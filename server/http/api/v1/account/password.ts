import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PasswordChange } from '../../../../../contract/schemas/account-security.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { changePassword } from '../../../../domain/sign-in/passwords/password-change.ts';
import { signInRequestOf } from '../../../auth/sign-in-request.ts';
import { signedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';

export const accountPasswordRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { clock, signIn } = services;

  app.post(
    '/account/password',
    {
      config: { access: 'session', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'changePassword',
        summary: 'Change the password',
        description:
          'Ends all other sessions and sends a notice. `current_password` is required unless the sign-in is recent. An account without a password needs a recent sign-in.',
        body: PasswordChange,
        response: { 200: success(Done) },
      },
    },
    async (request) => {
      const { password, current_password: current } = request.body;
      const isFresh = clock() < signedIn(request).freshUntil;
      await changePassword(
        signIn,
        signedIn(request),
        { password, current, isFresh },
        await signInRequestOf(services, request),
      );
      const message = 'The password was changed, and all other sessions were ended.';
      return { status: true as const, response: { message } };
    },
  );
};
