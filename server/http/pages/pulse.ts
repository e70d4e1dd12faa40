// The pulse of a page that is open: it keeps its visitor on the live list, and takes it off when the page is left. Whoever
// sends one that did not come from a page changes nothing but that list, and nothing for longer than a minute.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { isOwn, queryOf } from './page-owner.ts';
import { visitKind } from './visit-kind.ts';

export async function pulseRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { resolver, visits } = services;
  app.post('/:username/pulse', async (request, reply) => {
    const owner = (resolver.known(request) ?? (await resolver.find(request)))?.owner;
    const isVisitor = owner?.isActive && visitKind(request) === 'counted';
    if (isVisitor && !(await isOwn(services, request, owner.accountId))) {
      const visitor = {
        accountId: owner.accountId,
        address: request.ip,
        userAgent: request.headers['user-agent'],
      };
      await (queryOf(request) === '?left' ? visits.leave(visitor) : visits.pulse(visitor));
    }
    // Nobody is told whether there is such a page: a beacon's answer is read by no one.
    return reply.code(204).send();
  });
}
