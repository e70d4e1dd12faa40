// The preview frame of the dashboard. What it shows is sent to it by the dashboard (`views/preview/frame-script.ts`).
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync } from 'fastify';
import { previewFrame, previewFramePolicy } from '../../views/preview/frame.ts';
import { DASHBOARD_PATH, type Origins, type Site } from '../origins.ts';
import { etagOf, sendConditionally } from '../wire/conditional.ts';
import { dashboardHeaders } from './dashboard-headers.ts';

export const previewFrameRoutes: FastifyPluginAsync<{ site: Site; origins: Origins }> = async (
  app,
  { site, origins },
) => {
  const path = site === 'both' ? `${DASHBOARD_PATH}/preview` : '/preview';
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    const pages = origins.pages();
    const body = previewFrame(pages);
    reply.type('text/html; charset=utf-8').headers({
      ...dashboardHeaders(origins),
      'content-security-policy': previewFramePolicy(pages),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
    return sendConditionally(request, reply, etagOf(body), body);
  });
};
