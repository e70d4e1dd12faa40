// ETags on reads, and answers from the cache of API responses (`response-store.ts`).
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Micros } from '../../../contract/time.ts';
import type { Flight } from '../../cache/single-flight-cache.ts';
import { wantsCsv } from '../api/csv.ts';
import type { CachedResponse, Mark } from '../response-store.ts';
import type { Services } from '../services.ts';
import { etagOf, isKnown } from '../wire/conditional.ts';
import { hasBody } from '../wire/request-body.ts';

const MAX_CACHED_URL = 256;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the response goes into the cache. */
    cacheEntry: Flight<CachedResponse> | undefined;
  }
  interface FastifyReply {
    /** From this time on the response differs, even if no data changes. */
    validUntil: Micros;
  }
}

export const responseCachePlugin = fp<Services>(async (app: FastifyInstance, services) => {
  const { config, store, clock, answers: responses } = services;
  app.decorateRequest('cacheEntry');
  app.decorateReply('validUntil', Number.POSITIVE_INFINITY);

  app.addHook('onRequest', (request, reply, done) => {
    const topic = request.routeOptions.config.cache;
    if (!topic || hasBody(request.headers) || request.url.length > MAX_CACHED_URL) return done();
    // Only JSON is cached.
    if (wantsCsv(request.headers.accept)) return done();
    const { caller } = request;
    const { accountId } = caller;
    // With whom statistics were shared gets other responses than the owner.
    const part = caller.kind === 'share' ? ` shared ${caller.linkId ?? ''}` : '';
    // Without PUBLIC_URL the response contains the requested host, so each host has its own entry.
    const origin = config.publicUrl ? '' : `${request.protocol}://${request.host}`;
    const name = `${accountId}${part} ${origin} ${request.url}`;
    const cached = responses.get(name);
    if (cached) return send(cached);
    const mark = (): Mark => ({ accountId, topic, stamp: store.freshness.stamp(accountId) });
    const inFlight = responses.join(name);
    // If that fails, the waiting requests retry in parallel, not one after the other.
    if (inFlight) void inFlight.then((response) => (response && clock() < response.until ? send(response) : proceed()));
    else proceed();

    function send({ etag, payload }: CachedResponse): void {
      reply.header('ETag', etag);
      reply.type('application/json; charset=utf-8').send(payload);
    }
    function proceed(): void {
      const flight = responses.begin(name, mark());
      request.cacheEntry = flight;
      // The response may have failed: release those that wait for it.
      reply.raw.once('close', () => flight.settle(undefined));
      done();
    }
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return done(null, payload);
    // Streams are not cached.
    if (payload instanceof Readable) return done(null, payload);
    let body = payload as string | Buffer;
    let etag = reply.getHeader('ETag') as string | undefined;
    if (etag === undefined) {
      body = Buffer.from(body);
      etag = etagOf(body);
      reply.header('ETag', etag);
      request.cacheEntry?.settle({ payload: body, etag, until: reply.validUntil });
    }
    if (!isKnown(request.headers['if-none-match'], etag)) return done(null, body);
    reply.code(304).removeHeader('Content-Length');
    reply.removeHeader('Content-Type');
    // After this hook Fastify removes the body of a response to HEAD, so it needs one.
    done(null, request.method === 'HEAD' ? body : null);
  });
});
