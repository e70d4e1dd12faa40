// One line per request, at the levels debug and trace. Nothing identifies the client: no address, key, token or query string.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

export const requestLogPlugin = fp(async (app: FastifyInstance) => {
  if (!['debug', 'trace'].includes(app.log.level)) return;
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        path: pathWithoutToken(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 1000) / 1000,
      },
      'answered',
    );
  });
});

/** Whoever has the token in the path of shared statistics can read them. */
function pathWithoutToken({ url, routeOptions }: FastifyRequest): string {
  const route = routeOptions.url ?? '';
  return route.endsWith('/:token') ? route : url.split('?', 1)[0]!;
}
