import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { limits } from '../../../../../contract/limits.ts';
import { type Session, Sessions, SessionsEnded } from '../../../../../contract/schemas/account-security.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { IdPath, success } from '../../../../../contract/schemas/common.ts';
import { timestamp } from '../../../../../contract/time.ts';
import { clearCookie } from '../../../../domain/sign-in/cookies.ts';
import { endOtherSessions, endSession, noSuchSession } from '../../../../domain/sign-in/sessions/sessions.ts';
import { hasSession, listSessions } from '../../../../storage/people/sessions.ts';
import type { SessionRow } from '../../../../storage/people-tables.ts';
import { type Device, describeAgent } from '../../../../visits/record/agents.ts';
import { setCookies } from '../../../auth/sign-in-request.ts';
import { signedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';

export const sessionRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { actorOf, clock, origins, placeOf, signIn, store } = services;

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
    async (request) => {
      const { accountId, sessionId } = signedIn(request);
      const rows = await listSessions(store.read, accountId, clock(), limits.sessions);
      const response = await Promise.all(rows.map((row) => presentSession(row, row.id === sessionId)));
      return { status: true as const, response };
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
    async (request) => {
      const ended = await endOtherSessions(signIn, signedIn(request), await actorOf(request));
      return { status: true as const, response: { ended } };
    },
  );

  app.post(
    '/sessions/:id/delete',
    {
      preValidation: findOwn,
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
    async (request, reply) => {
      const { accountId, sessionId } = signedIn(request);
      const { id } = request.params;
      await endSession(signIn, accountId, id, await actorOf(request));
      if (id === sessionId) setCookies(reply, [clearCookie(origins.dashboard(), 'session')]);
      return { status: true as const, response: { message: 'The session was ended.' } };
    },
  );

  /** Before the values are looked at, as everywhere: a 404 comes before a 422. */
  async function findOwn(request: FastifyRequest): Promise<void> {
    const { id } = request.params as Static<typeof IdPath>;
    if (!(await hasSession(store.read, request.caller.accountId, id))) throw noSuchSession();
  }

  async function presentSession(row: SessionRow, current: boolean): Promise<Static<typeof Session>> {
    const { os, browser, device } = describeAgent(row.agent || undefined);
    const { ip } = row;
    return {
      id: row.id,
      current,
      device: { os, browser, kind: deviceKinds[device] ?? 'other' },
      ip,
      ...(await placeOf(ip)),
      created_at: timestamp(row.created_at),
      last_seen_at: timestamp(row.seen_at),
      expires_at: timestamp(row.expires_at),
    };
  }
};

const deviceKinds: Partial<Record<Device, Static<typeof Session>['device']['kind']>> = {
  Computer: 'desktop',
  Phone: 'phone',
  Tablet: 'tablet',
};
