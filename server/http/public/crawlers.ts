// robots.txt, the sitemaps and llms.txt. They name the host, so there is one of each per host; what takes reading is
// made once for all who ask and kept for a while.

import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type IdRange, sitemapPages, sitemapRanges } from '../../domain/sitemap.ts';
import { guideForModels, robotsText, sitemap, sitemapIndex } from '../../views/crawlers.ts';
import { baseUrl } from '../base-url.ts';
import { etagOf, sendConditionally } from '../conditional.ts';
import type { Services } from '../services.ts';
import { idOf, sendPlainly } from './plain.ts';

const KEPT_MS = 10 * 60 * 1000;
const BYTES_KEPT = 8 * 1024 * 1024;
const hidden = { schema: { hide: true } };

interface Numbered {
  Params: { number: string };
}

export const crawlersRoutes: FastifyPluginAsync<Services> = async (app, { config, store }) => {
  const ranges = new LRUCache<'all', IdRange[]>({
    max: 1,
    ttl: KEPT_MS,
    fetchMethod: () => sitemapRanges(store.read),
  });
  const sitemaps = new LRUCache<string, string, { origin: string; range: IdRange }>({
    maxSize: BYTES_KEPT,
    sizeCalculation: (text) => text.length + 256,
    ttl: KEPT_MS,
    fetchMethod: async (_key, _stale, { context: { origin, range } }) =>
      sitemap(origin, await sitemapPages(store.read, range)),
  });

  app.get('/robots.txt', hidden, async (request, reply) =>
    send(request, reply, 'text/plain', robotsText(baseUrl(request, config))),
  );

  app.get('/llms.txt', hidden, async (request, reply) =>
    send(request, reply, 'text/plain', guideForModels(baseUrl(request, config))),
  );

  app.get('/sitemap.xml', hidden, async (request, reply) => {
    const all = (await ranges.fetch('all')) ?? [];
    return send(request, reply, 'application/xml', sitemapIndex(baseUrl(request, config), all.length));
  });

  app.get<Numbered>('/sitemap/:number.xml', hidden, async (request, reply) => {
    const number = idOf(request.params.number);
    const range = number && (await ranges.fetch('all'))?.[number - 1];
    if (!range) return sendPlainly(reply, 404, 'There is no such sitemap.');
    const origin = baseUrl(request, config);
    const text = await sitemaps.fetch(`${number} ${origin}`, { context: { origin, range } });
    return send(request, reply, 'application/xml', text ?? '');
  });
};

function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string) {
  reply.type(`${type}; charset=utf-8`).headers({
    'cache-control': 'public, max-age=600',
    'x-content-type-options': 'nosniff',
  });
  return sendConditionally(request, reply, etagOf(text), text);
}
