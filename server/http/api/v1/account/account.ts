import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { AccountDeleted, AccountDeletion, AccountSecurity } from '../../../../../contract/schemas/account-security.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const accountRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
  app.get(
    '/account',
    {
      config: { access: 'session' },
      schema: {
        tags: ['Security'],
        operationId: 'getAccountSecurity',
        summary: 'Get the security settings',
        description: 'How the account is signed in to.',
        response: { 200: success(AccountSecurity) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.post(
    '/account/delete',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'deleteAccount',
        summary: 'Delete the account',
        description:
          'Takes the page offline immediately and erases the account after seven days. Until then the deletion can be cancelled.',
        body: AccountDeletion,
        response: { 200: success(AccountDeleted) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.post(
    '/account/delete/cancel',
    {
      config: { access: 'session', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'cancelAccountDeletion',
        summary: 'Cancel the deletion of the account',
        description: 'The page is online again.',
        response: { 200: success(Done) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
