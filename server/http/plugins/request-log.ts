// One line a request, without who asked: no address, no key, no query string. Quiet unless something is wrong.
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export const requestLogPlugin = fp(async (app: FastifyInstance) => {
  if (!['debug', 'trace'].includes(app.log.level)) return;
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 1000) / 1000,
      },
      'answered',
    );
  });
});
