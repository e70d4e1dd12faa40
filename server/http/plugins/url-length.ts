import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { limits } from '../../../contract/limits.ts';
import { urlTooLong } from '../wire/server.ts';

export const urlLengthPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.length > limits.urlLength ? urlTooLong() : undefined);
  });
});
