// ETags on reads, and answers kept in memory for as long as what they tell is true. Where the same is asked for again
// while an answer is being made, one is made for all who ask.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Micros } from '../../../contract/time.ts';
import { createSingleFlightCache, type Flight } from '../../cache/single-flight-cache.ts';
import type { Stamp } from '../../storage/changes.ts';
import type { Services } from '../services.ts';
import { etagOf, isKnown } from '../wire/conditional.ts';
import { hasBody } from '../wire/request-body.ts';

const BYTES_KEPT = 64 * 1024 * 1024;
const MAX_URL_KEPT = 256;

interface KeptAnswer {
  payload: Buffer;
  etag: string;
  until: Micros;
}

/** What an answer tells: it is fresh until that changes. */
interface Mark {
  accountId: number;
  topic: 'account' | 'visits';
  /** Taken before anything was read. */
  stamp: Stamp;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer to this is to be kept. */
    keeping: Flight<KeptAnswer> | undefined;
  }
  interface FastifyReply {
    /** From then on the answer is another one, whether or not anybody changes anything. */
    validUntil: Micros;
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

export function createResponseCache({ store, clock }: Pick<Services, 'store' | 'clock'>) {
  return createSingleFlightCache<string, KeptAnswer, Mark>({
    maxBytes: BYTES_KEPT,
    bytesOf: ({ payload }) => payload.length,
    isFresh: ({ stamp, accountId, topic }) => store.freshness.isFresh(stamp, accountId, topic),
    isOver: ({ until }) => until <= clock(),
  });
}

export const responseCachePlugin = fp<Services>(async (app: FastifyInstance, services) => {
  const { config, store, clock, answers } = services;
  app.decorateRequest('keeping');
  app.decorateReply('validUntil', Number.POSITIVE_INFINITY);

  app.addHook('onRequest', (request, reply, done) => {
    const topic = request.routeOptions.config.keep;
    if (!topic || hasBody(request.headers) || request.url.length > MAX_URL_KEPT) return done();
    const { accountId } = request.caller;
    // Without a fixed address the answer names the host it was asked at, and is kept for that one alone.
    const origin = config.publicUrl ? '' : `${request.protocol}://${request.host}`;
    const name = `${accountId} ${origin} ${request.url}`;
    const answer = answers.get(name);
    if (answer) return give(answer);
    const mark = (): Mark => ({ accountId, topic, stamp: store.freshness.stamp(accountId) });
    const underWay = answers.join(name);
    // Where it comes to nothing, each of those who waited tries for itself rather than one after the other.
    if (underWay) void underWay.then((made) => (made && clock() < made.until ? give(made) : make()));
    else make();

    function give({ etag, payload }: KeptAnswer): void {
      reply.header('ETag', etag);
      reply.type('application/json; charset=utf-8').send(payload);
    }
    function make(): void {
      const flight = answers.begin(name, mark());
      request.keeping = flight;
      // Whatever became of it, nobody waits for it any longer.
      reply.raw.once('close', () => flight.settle(undefined));
      done();
    }
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return done(null, payload);
    // What is sent in parts is never whole here, and is not kept.
    if (payload instanceof Readable) return done(null, payload);
    let body = payload as string | Buffer;
    let etag = reply.getHeader('ETag') as string | undefined;
    if (etag === undefined) {
      body = Buffer.from(body);
      etag = etagOf(body);
      reply.header('ETag', etag);
      request.keeping?.settle({ payload: body, etag, until: reply.validUntil });
    }
    if (!isKnown(request.headers['if-none-match'], etag)) return done(null, body);
    reply.code(304).removeHeader('Content-Length');
    reply.removeHeader('Content-Type');
    // After us Fastify takes the body out of a HEAD's answer, and needs one for that.
    done(null, request.method === 'HEAD' ? body : null);
  });
});
