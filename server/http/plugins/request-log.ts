// One line per request, at the levels debug and trace. Nothing identifies the client: no address, key or query string.
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
