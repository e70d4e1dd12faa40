// Headers that every answer under /api carries, errors included.
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const EXPOSED = [
  'ETag',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Idempotency-Replayed',
].join(', ');

export interface HeadersOptions {
  rateLimit: number;
}

export const headersPlugin = fp<HeadersOptions>(async (app: FastifyInstance, { rateLimit }) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    if (request.url.startsWith('/api/')) {
      reply.header('Cache-Control', 'private, no-cache');
      // A key is no cookie: any web app that was given one may use it.
      reply.header('Access-Control-Allow-Origin', '*');
      reply.header('Access-Control-Expose-Headers', EXPOSED);
      if (rateLimit > 0) {
        // What an answer says that no key was counted for; with a key, the count replaces it.
        reply.header('RateLimit-Limit', rateLimit);
        reply.header('RateLimit-Remaining', rateLimit);
        reply.header('RateLimit-Reset', 60);
      }
      if (request.method === 'OPTIONS') {
        reply.header('Access-Control-Allow-Methods', 'GET, HEAD, POST, PATCH, DELETE, OPTIONS');
        reply.header(
          'Access-Control-Allow-Headers',
          'Authorization, Content-Type, Cache-Control, Idempotency-Key, If-Match, If-None-Match, X-Request-Id',
        );
        reply.header('Access-Control-Max-Age', 86400);
      }
    }
    done();
  });
});
