import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { AccountSettings, AccountSettingsEdit } from '../../../../../contract/schemas/account-settings.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { editSettings, presentSettings } from '../../../../domain/accounts/account-settings.ts';
import { readAccountSettings } from '../../../../storage/accounts/account-settings.ts';
import type { Executor } from '../../../../storage/tables.ts';
import type { Services } from '../../../services.ts';
import type { WrittenRecord } from '../../record-headers.ts';
import { recordStore } from '../../record-writes.ts';

export const accountSettingsRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { actorOf, clock, store }) => {
  async function read({ caller }: FastifyRequest, db: Executor) {
    const settings = await readAccountSettings(db, caller.accountId);
    return { status: true as const, response: presentSettings(settings) };
  }
  const written: WrittenRecord = { schema: success(AccountSettings), read };

  app.get(
    '/account/settings',
    {
      config: { cache: 'account' },
      schema: {
        tags: ['Account'],
        operationId: 'getAccountSettings',
        summary: 'Get the settings of the account',
        description: 'Time zone, language and notifications. The language of the page is one of its options.',
        response: { 200: success(AccountSettings) },
      },
    },
    (request) => read(request, store.read),
  );

  app.post(
    '/account/settings',
    {
      config: { writes: true, record: AccountSettings, written },
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
      const actor = await actorOf(request);
      const response = await editSettings(recordStore(store, request), accountId, request.body, actor, clock());
      return { status: true as const, response };
    },
  );
};
