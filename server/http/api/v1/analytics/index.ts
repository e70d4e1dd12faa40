import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../services.ts';
import { narrowSharedReads } from '../../shared-reads.ts';
import { breakdownRoutes } from './breakdowns.ts';
import { linkStatisticsRoutes } from './link-statistics.ts';
import { reportRoutes } from './reports.ts';
import { seriesRoutes } from './series.ts';

export async function analyticsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  // In a hook, because responses from the cache need it as well.
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.cache) reply.header('Vary', 'Accept');
  });
  app.addHook('preHandler', narrowSharedReads(services.clock));
  await app.register(reportRoutes, services);
  await app.register(linkStatisticsRoutes, services);
  await app.register(breakdownRoutes, services);
  await app.register(seriesRoutes, services);
}
