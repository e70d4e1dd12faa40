// ETags on reads, and answers kept in memory for as long as what they tell is true. Where the same is asked for again
// while an answer is being made, one is made for all who ask.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import type { Micros } from '../../../contract/time.ts';
import type { Stamp } from '../../storage/changes.ts';
import { etagOf, isKnown } from '../conditional.ts';
import { hasBody } from '../request-body.ts';
import type { Services } from '../services.ts';

const BYTES_KEPT = 64 * 1024 * 1024;
const LONGEST_URL_KEPT = 256;

interface KeptAnswer {
  payload: Buffer;
  etag: string;
  stamp: Stamp;
  until: Micros;
}

interface Making {
  name: string;
  /** What was true when it was begun. */
  stamp: Stamp;
  /** Undefined where it came to nothing. */
  answer: Promise<KeptAnswer | undefined>;
  settle(answer: KeptAnswer | undefined): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer to this is to be kept. */
    keeping: Making | undefined;
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
  const making = new Map<string, Making>();
  let hits = 0;
  let misses = 0;
  caches.set('answers', () => ({ hits, misses, entries: kept.size, bytes: kept.calculatedSize }));
  app.decorateRequest('keeping');
  app.decorateReply('validUntil', Number.POSITIVE_INFINITY);

  app.addHook('onRequest', (request, reply, done) => {
    const topic = request.routeOptions.config.keep;
    if (!topic || hasBody(request.headers) || request.url.length > LONGEST_URL_KEPT) return done();
    const { accountId } = request.caller;
    // Without a fixed address the answer names the host it was asked at, and is kept for that one alone.
    const origin = config.publicUrl ? '' : `${request.protocol}://${request.host}`;
    const name = `${accountId} ${origin} ${request.url}`;
    const isFresh = ({ stamp }: { stamp: Stamp }) => store.freshness.isFresh(stamp, accountId, topic);
    const answer = kept.get(name);
    if (answer && isFresh(answer) && clock() < answer.until) return give(answer);
    const underWay = making.get(name);
    if (underWay && isFresh(underWay)) {
      // Where it comes to nothing, each of those who waited tries for itself rather than one after the other.
      void underWay.answer.then((made) => (made && clock() < made.until ? give(made) : make()));
    } else make();

    function give({ etag, payload }: KeptAnswer): void {
      hits += 1;
      reply.header('ETag', etag);
      reply.type('application/json; charset=utf-8').send(payload);
    }
    function make(): void {
      misses += 1;
      const mine = begin(name, store.freshness.stamp(accountId));
      request.keeping = mine;
      // Whatever became of it, nobody waits for it any longer.
      reply.raw.once('close', () => mine.settle(undefined));
      done();
    }
  });

  function begin(name: string, stamp: Stamp): Making {
    const { promise: answer, resolve } = Promise.withResolvers<KeptAnswer | undefined>();
    const mine: Making = {
      name,
      stamp,
      answer,
      settle(made) {
        if (making.get(name) === mine) making.delete(name);
        resolve(made);
      },
    };
    making.set(name, mine);
    return mine;
  }

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
      if (request.keeping) {
        const { name, stamp, settle } = request.keeping;
        const answer = { payload: body, etag, stamp, until: reply.validUntil };
        kept.set(name, answer);
        settle(answer);
      }
    }
    if (!isKnown(request.headers['if-none-match'], etag)) return done(null, body);
    reply.code(304).removeHeader('Content-Length');
    reply.removeHeader('Content-Type');
    // After us Fastify takes the body out of a HEAD's answer, and needs one for that.
    done(null, request.method === 'HEAD' ? body : null);
  });
});
