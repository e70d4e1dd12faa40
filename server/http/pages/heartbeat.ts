// The heartbeat of an open page: it keeps the visitor on the live list, and removes it when the page is left. A forged
// heartbeat changes only that list, for at most a minute.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { isExcluded } from './excluded-browser.ts';
import { isOwn, queryOf } from './page-owner.ts';
import { visitKind } from './visit-kind.ts';

export async function heartbeatRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { resolver, visits } = services;
  app.post('/:username/pulse', async (request, reply) => {
    const owner = (resolver.known(request) ?? (await resolver.find(request)))?.owner;
    const isVisitor = owner?.isActive && visitKind(request) === 'counted' && !isExcluded(request.headers.cookie, owner);
    if (isVisitor && !(await isOwn(services, request, owner.accountId))) {
      const visitor = {
        accountId: owner.accountId,
        address: request.ip,
        userAgent: request.headers['user-agent'],
      };
      await (queryOf(request) === '?left' ? visits.leave(visitor) : visits.heartbeat(visitor));
    }
    // 204 also for unknown pages: nothing reads the response to a beacon.
    return reply.code(204).send();
  });
}
