// robots.txt, sitemaps and llms.txt. They contain the host. Parts that need queries are cached, with single-flight.

import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createSingleFlightCache } from '../../cache/single-flight-cache.ts';
import { type IdRange, sitemapPages, sitemapRanges } from '../../domain/page/sitemap.ts';
import { guideForModels, robotsText, sitemap, sitemapIndex } from '../../views/crawlers.ts';
import type { Services } from '../services.ts';
import { baseUrl } from '../wire/base-url.ts';
import { etagOf, sendConditionally } from '../wire/conditional.ts';
import { idOf, sendPlainly } from './plain-text.ts';

const MAX_AGE_MS = 10 * 60 * 1000;
const MAX_BYTES = 8 * 1024 * 1024;
const RANGE_BYTES = 64;
const hidden = { schema: { hide: true } };

interface Numbered {
  Params: { number: string };
}

export const crawlersRoutes: FastifyPluginAsync<Services> = async (app, { config, store }) => {
  // The mark of an entry is its expiry time.
  const isFresh = (until: number) => performance.now() < until;
  const ranges = createSingleFlightCache<'all', IdRange[], number>({
    maxBytes: MAX_BYTES,
    bytesOf: (all) => all.length * RANGE_BYTES,
    isFresh,
  });
  const sitemaps = createSingleFlightCache<string, string, number>({
    maxBytes: MAX_BYTES,
    bytesOf: (text) => text.length,
    isFresh,
  });
  const freshUntil = () => performance.now() + MAX_AGE_MS;

  async function allRanges(): Promise<IdRange[]> {
    return ranges.get('all') ?? (await ranges.make('all', freshUntil(), () => sitemapRanges(store.read)))!;
  }

  app.get('/robots.txt', hidden, async (request, reply) =>
    send(request, reply, 'text/plain', robotsText(baseUrl(request, config))),
  );

  app.get('/llms.txt', hidden, async (request, reply) =>
    send(request, reply, 'text/plain', guideForModels(baseUrl(request, config))),
  );

  app.get('/sitemap.xml', hidden, async (request, reply) => {
    const { length } = await allRanges();
    return send(request, reply, 'application/xml', sitemapIndex(baseUrl(request, config), length));
  });

  app.get<Numbered>('/sitemap/:number.xml', hidden, async (request, reply) => {
    const number = idOf(request.params.number);
    const range = number && (await allRanges())[number - 1];
    if (!range) return sendPlainly(reply, 404, 'There is no such sitemap.');
    const origin = baseUrl(request, config);
    const key = `${number} ${origin}`;
    const draw = async () => sitemap(origin, await sitemapPages(store.read, range));
    const text = sitemaps.get(key) ?? (await sitemaps.make(key, freshUntil(), draw))!;
    return send(request, reply, 'application/xml', text);
  });
};

function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string) {
  reply.type(`${type}; charset=utf-8`).headers({
    'cache-control': 'public, max-age=600',
    'x-content-type-options': 'nosniff',
  });
  return sendConditionally(request, reply, etagOf(text), text);
}
