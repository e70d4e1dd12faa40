// The pages app: what answers at which address of the pages' origin. `base-app.ts` has what a request passes before, and
// `dashboard.ts` is the other app.
import type { FastifyInstance } from 'fastify';
import { createBaseApp } from './base-app.ts';
import { builtDashboard, type Config } from './config.ts';
import type { Metrics } from './http/metrics/index.ts';
import { DASHBOARD_PATH } from './http/origins.ts';
import { codesRoutes } from './http/pages/codes.ts';
import { contactCardRoutes } from './http/pages/contact-card.ts';
import { picturesRoutes } from './http/pages/pictures.ts';
import { uploadsRoutes } from './http/pages/uploads.ts';
import { visitorRoutes } from './http/pages/visitor-routes.ts';
import { assetsRoutes } from './http/site/assets.ts';
import { crawlersRoutes } from './http/site/crawlers.ts';
import { dashboardFilesRoutes } from './http/site/dashboard-files.ts';
import { exportDownloadRoutes } from './http/site/export-download.ts';
import { mailLinkRoutes } from './http/site/mail-links.ts';
import { pageSchemaRoutes } from './http/site/page-schema.ts';
import { previewFrameRoutes } from './http/site/preview-frame.ts';
import { referenceRoutes } from './http/site/reference.ts';
import { sharedStatisticsRoutes } from './http/site/shared-statistics.ts';
import { baseUrl } from './http/wire/base-url.ts';
import { type AppDependencies, createServices } from './services.ts';
import { creditFor } from './views/credit.ts';

/** Loaded only if METRICS_PORT is set: metrics cost time at start and in every request. */
export async function openMetrics({ metricsPort }: Config): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics } = await import('./http/metrics/index.ts');
  return createMetrics();
}

export async function buildApp(
  dependencies: AppDependencies,
  services = createServices(dependencies),
): Promise<FastifyInstance> {
  const { config, store, geography, metrics } = dependencies;
  const server = await createBaseApp(dependencies, services);
  if (metrics) {
    const { metricsPlugin } = await import('./http/plugins/metrics.ts');
    await server.register(metricsPlugin, { metrics, store });
  }
  await server.register(referenceRoutes, {
    document: () => server.apiDocument(),
    origin: (request) => baseUrl(request, config),
    credit: () => creditFor(geography.licence()),
  });
  await server.register(picturesRoutes, services);
  await server.register(codesRoutes, services);
  await server.register(contactCardRoutes, services);
  await server.register(crawlersRoutes, services);
  await server.register(pageSchemaRoutes);
  await server.register(assetsRoutes);
  await server.register(uploadsRoutes, services);
  await server.register(dashboardRoutes);
  await server.register(visitorRoutes, services);

  await server.ready();
  return server;

  async function dashboardRoutes(app: FastifyInstance): Promise<void> {
    const { site, origins } = services;
    const folder = dependencies.dashboardFolder ?? builtDashboard;
    if (site !== 'both') {
      app.get(DASHBOARD_PATH, async (_request, reply) => reply.redirect(origins.dashboardLink('/')));
      return;
    }
    await app.register(previewFrameRoutes, services);
    await app.register(sharedStatisticsRoutes, services);
    await app.register(mailLinkRoutes, services);
    await app.register(exportDownloadRoutes, services);
    await app.register(dashboardFilesRoutes, { site, origins, folder });
  }
}
