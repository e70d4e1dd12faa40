import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { Sessions, SessionsEnded } from '../../../../../contract/schemas/account-security.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { IdPath, success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const sessionRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
  app.get(
    '/sessions',
    {
      config: { access: 'session' },
      schema: {
        tags: ['Security'],
        operationId: 'listSessions',
        summary: 'List sessions',
        description: 'Where the account is signed in, most recently used first.',
        response: { 200: success(Sessions) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.post(
    '/sessions/delete',
    {
      config: { access: 'session', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'deleteOtherSessions',
        summary: 'End all other sessions',
        description: 'Signs out everywhere but here.',
        response: { 200: success(SessionsEnded) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.post(
    '/sessions/:id/delete',
    {
      config: { access: 'session', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'deleteSession',
        summary: 'End a session',
        description: 'Signs out there.',
        params: IdPath,
        response: { 200: success(Done) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
