// ETags on reads, and answers kept in memory for as long as what they tell is true.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import type { Micros } from '../../../contract/time.ts';
import type { Stamp } from '../../storage/changes.ts';
import { etagOf, isKnown } from '../conditional.ts';
import type { Services } from '../services.ts';

const BYTES_KEPT = 64 * 1024 * 1024;
const LONGEST_URL_KEPT = 256;

interface KeptAnswer {
  payload: Buffer;
  etag: string;
  stamp: Stamp;
  until: Micros;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Under which name this answer is to be kept, and what was true when it was begun. */
    keeping: { name: string; stamp: Stamp } | undefined;
  }
  interface FastifyReply {
    /** From then on the answer is another one, whether or not anybody changes anything. */
    validUntil: Micros;
  }
}

export const answersPlugin = fp<Services>(async (app: FastifyInstance, { config, store, clock, caches }) => {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: BYTES_KEPT,
    sizeCalculation: ({ payload }) => payload.length + 512,
  });
  let hits = 0;
  let misses = 0;
  caches.set('answers', () => ({ hits, misses, entries: kept.size, bytes: kept.calculatedSize }));
  app.decorateRequest('keeping');
  app.decorateReply('validUntil', Number.POSITIVE_INFINITY);

  app.addHook('onRequest', (request, reply, done) => {
    const topic = request.routeOptions.config.keep;
    if (!topic || hasBody(request) || request.url.length > LONGEST_URL_KEPT) return done();
    const { accountId } = request.caller;
    // Without a fixed address the answer names the host it was asked at, and is kept for that one alone.
    const origin = config.publicUrl ? '' : `${request.protocol}://${request.host}`;
    const name = `${accountId} ${origin} ${request.url}`;
    const answer = kept.get(name);
    if (answer && store.freshness.isFresh(answer.stamp, accountId, topic) && clock() < answer.until) {
      hits += 1;
      reply.header('ETag', answer.etag);
      reply.type('application/json; charset=utf-8').send(answer.payload);
      return;
    }
    misses += 1;
    request.keeping = { name, stamp: store.freshness.stamp(accountId) };
    done();
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return done(null, payload);
    let body = payload as string | Buffer;
    let etag = reply.getHeader('ETag') as string | undefined;
    if (etag === undefined) {
      body = Buffer.from(body);
      etag = etagOf(body);
      reply.header('ETag', etag);
      if (request.keeping) {
        const { name, stamp } = request.keeping;
        kept.set(name, { payload: body, etag, stamp, until: reply.validUntil });
      }
    }
    if (!isKnown(request.headers['if-none-match'], etag)) return done(null, body);
    reply.code(304).removeHeader('Content-Length');
    reply.removeHeader('Content-Type');
    // After us Fastify takes the body out of a HEAD's answer, and needs one for that.
    done(null, request.method === 'HEAD' ? body : null);
  });
});

function hasBody({ headers }: FastifyRequest): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}
