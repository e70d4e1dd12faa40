// The dashboard app: the same API on an origin of its own, where sessions are valid, and the dashboard's files.
import type { FastifyInstance } from 'fastify';
import { createBaseApp } from './base-app.ts';
import { builtDashboard, dashboardConnections } from './config.ts';
import type { Services } from './http/services.ts';
import { dashboardFilesRoutes } from './http/site/dashboard-files.ts';
import { exportDownloadRoutes } from './http/site/export-download.ts';
import { faviconRoutes } from './http/site/favicon.ts';
import { mailLinkRoutes } from './http/site/mail-links.ts';
import { previewFrameRoutes } from './http/site/preview-frame.ts';
import { sharedStatisticsRoutes } from './http/site/shared-statistics.ts';
import type { AppDependencies } from './services.ts';

/** Takes the services of the pages app, which must already listen: its address is needed here. */
export async function buildDashboard(dependencies: AppDependencies, services: Services): Promise<FastifyInstance> {
  const maxConnections = dashboardConnections(services.config.maxConnections);
  // Addresses of pages in the API's answers begin with the pages' origin, whichever host was asked.
  const config = { ...services.config, publicUrl: services.origins.pages(), maxConnections };
  const own: Services = { ...services, site: 'dashboard', config };
  const server = await createBaseApp(dependencies, own);
  await server.register(faviconRoutes);
  server.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  );
  await server.register(previewFrameRoutes, own);
  await server.register(sharedStatisticsRoutes, own);
  await server.register(mailLinkRoutes, own);
  await server.register(exportDownloadRoutes, own);
  const folder = dependencies.dashboardFolder ?? builtDashboard;
  await server.register(dashboardFilesRoutes, { site: own.site, origins: own.origins, folder });
  await server.ready();
  return server;
}
