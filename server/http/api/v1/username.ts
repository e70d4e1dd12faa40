import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../../contract/limits.ts';
import { pageUrl } from '../../../../contract/page/page-address.ts';
import { success } from '../../../../contract/schemas/common.ts';
import { SectionSaved, UsernameEdit, UsernameSection } from '../../../../contract/schemas/sections.ts';
import { changeUsername } from '../../../domain/accounts/own-username.ts';
import { formerUsernames } from '../../../storage/accounts/usernames.ts';
import type { Executor } from '../../../storage/tables.ts';
import { ownAccount } from '../../auth/own-account.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import type { WrittenRecord } from '../record-headers.ts';
import { recordStore } from '../record-writes.ts';

export const usernameRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, clock, actorOf, measure } = services;

  async function read(request: FastifyRequest, db: Executor) {
    const account = await ownAccount(db, request);
    const former = await formerUsernames(db, account.account_id, limits.formerUsernames);
    const url = pageUrl(baseUrl(request, config), account);
    return { status: true as const, response: { username: account.username, url, former_usernames: former } };
  }
  const written: WrittenRecord = { schema: success(UsernameSection), read };

  app.get(
    '/user/username',
    {
      config: { cache: 'account' },
      schema: {
        tags: ['Account'],
        operationId: 'getUsername',
        summary: 'Get the username',
        description: 'The username, the address of the page, and previous usernames that redirect to it.',
        response: { 200: success(UsernameSection) },
      },
    },
    (request) => read(request, store.read),
  );

  app.post(
    '/user/username',
    {
      config: { writes: true, record: UsernameSection, written },
      schema: {
        tags: ['Account'],
        operationId: 'editUsername',
        summary: 'Change the username',
        description: `The page moves to the new address. The previous one redirects to it, and no other account can take it. An account keeps up to ${limits.formerUsernames} previous usernames.`,
        body: UsernameEdit,
        response: { 200: success(SectionSaved) },
      },
    },
    async (request) => {
      const wanted = {
        accountId: request.caller.accountId,
        quotas: request.caller.quotas,
        actor: await actorOf(request),
        at: clock(),
        measure,
      };
      await changeUsername(recordStore(store, request), wanted, request.body.username);
      return { status: true as const, response: { message: 'The username was changed.' } };
    },
  );
};
