import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../../contract/limits.ts';
import { pageUrl } from '../../../../contract/page/page-address.ts';
import { success } from '../../../../contract/schemas/common.ts';
import { SectionSaved, UsernameEdit, UsernameSection } from '../../../../contract/schemas/sections.ts';
import { MatchHeader } from '../../../../contract/schemas/writing.ts';
import { changeUsername } from '../../../domain/accounts/own-username.ts';
import { formerUsernames } from '../../../storage/accounts/usernames.ts';
import type { Executor } from '../../../storage/tables.ts';
import { ownAccount } from '../../auth/own-account.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import { answerEtag, ifMatch } from '../../wire/preconditions.ts';

export const usernameRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, clock, actorOf, measure } = services;

  app.get(
    '/user/username',
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Account'],
        operationId: 'getUsername',
        summary: 'Get the username',
        description: 'The username, the address of the page, and previous usernames that redirect to it.',
        response: { 200: success(UsernameSection) },
      },
    },
    (request) => answerOf(request, store.read),
  );

  app.post(
    '/user/username',
    {
      config: { writes: true, record: UsernameSection },
      schema: {
        tags: ['Account'],
        operationId: 'editUsername',
        summary: 'Change the username',
        description: `The page moves to the new address. The previous one redirects to it, and no other account can take it. An account keeps up to ${limits.formerUsernames} previous usernames.`,
        headers: MatchHeader,
        body: UsernameEdit,
        response: { 200: success(SectionSaved) },
      },
    },
    async (request, reply) => {
      const wanted = {
        accountId: request.caller.accountId,
        allowance: request.caller.allowance,
        actor: await actorOf(request),
        at: clock(),
        measure,
        precondition: ifMatch(request, (tx) => answerOf(request, tx)),
      };
      const { username } = request.body;
      const after = await changeUsername(store, wanted, username, ({ tx }) => answerOf(request, tx));
      reply.header('ETag', answerEtag(after));
      return { status: true as const, response: { message: 'The username was changed.' } };
    },
  );

  async function answerOf(request: FastifyRequest, db: Executor) {
    const account = await ownAccount(db, request);
    const former = await formerUsernames(db, account.account_id, limits.formerUsernames);
    const url = pageUrl(baseUrl(request, config), account);
    return { status: true as const, response: { username: account.username, url, former_usernames: former } };
  }
};
