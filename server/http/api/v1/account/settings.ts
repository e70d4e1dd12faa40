import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AccountSettings, AccountSettingsEdit } from '../../../../../contract/schemas/account-settings.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { editSettings, presentSettings } from '../../../../domain/accounts/account-settings.ts';
import { readAccountSettings } from '../../../../storage/accounts/account-settings.ts';
import type { Services } from '../../../services.ts';

export const accountSettingsRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { actorOf, clock, store }) => {
  app.get(
    '/account/settings',
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Account'],
        operationId: 'getAccountSettings',
        summary: 'Get the settings of the account',
        description: 'Time zone, language and notifications. The language of the page is one of its options.',
        response: { 200: success(AccountSettings) },
      },
    },
    async (request) => {
      const settings = await readAccountSettings(store.read, request.caller.accountId);
      return { status: true as const, response: presentSettings(settings) };
    },
  );

  app.post(
    '/account/settings',
    {
      config: { writes: true, record: AccountSettings },
      schema: {
        tags: ['Account'],
        operationId: 'editAccountSettings',
        summary: 'Edit the settings of the account',
        description:
          'Fields that are not sent keep their values, also within `notifications`. Null resets a field. Notifications are sent to the confirmed e-mail address of the account, if the installation has a mail server.',
        body: AccountSettingsEdit,
        response: { 200: success(AccountSettings) },
      },
    },
    async (request) => {
      const { accountId } = request.caller;
      const response = await editSettings(store, accountId, request.body, await actorOf(request), clock());
      return { status: true as const, response };
    },
  );
};
