import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AccountUsage } from '../../../../../contract/schemas/account-usage.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { readUsage } from '../../../../domain/accounts/usage.ts';
import type { Services } from '../../../services.ts';

export const accountUsageRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { store, clock }) => {
  app.get(
    '/account/usage',
    {
      schema: {
        tags: ['Account'],
        operationId: 'getAccountUsage',
        summary: 'Get what the account uses',
        description: 'How much the account has of what is limited, and how much it may have.',
        response: { 200: success(AccountUsage) },
      },
    },
    async (request) => {
      const { accountId, quotas } = request.caller;
      const response = await readUsage(store.read, accountId, quotas, clock());
      return { status: true as const, response };
    },
  );
};
