// The routes for visitors: pages, links and forms.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { createHome } from '../site/home.ts';
import { dropBody } from '../wire/request-body.ts';
import { doNotCountRoutes } from './do-not-count.ts';
import { openFastLane } from './fast-lane.ts';
import { formRoutes } from './forms.ts';
import { heartbeatRoutes } from './heartbeat.ts';
import { linkRoutes } from './link.ts';
import { pageRoutes } from './page.ts';

export async function visitorRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
    route.config = { ...route.config, htmlErrors: true };
  });
  // Bodies are ignored here, whatever their type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, _payload, done) => {
    dropBody(request.raw);
    done(null);
  });
  const lane = openFastLane(app, services);
  await app.register(pageRoutes, { ...services, lane, sendHome: createHome(services) });
  await app.register(linkRoutes, { ...services, lane });
  await app.register(heartbeatRoutes, services);
  await app.register(formRoutes, services);
  await app.register(doNotCountRoutes, services);
}
