// Sets the common headers on every response from Fastify, including errors.
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { answerKind, type CommonHeaders } from '../wire/common-headers.ts';
import { pathOf } from '../wire/path.ts';

export interface HeadersOptions {
  common: CommonHeaders;
}

export const headersPlugin = fp<HeadersOptions>(async (app: FastifyInstance, { common }) => {
  app.addHook('onRequest', (_request, reply, done) => {
    putCommonHeaders(reply, common);
    done();
  });
});

/** Also used for responses that are sent before any hook runs. */
export function putCommonHeaders(reply: FastifyReply, common: CommonHeaders): void {
  const { request } = reply;
  reply.header('X-Request-Id', request.id);
  const headers = common[answerKind(pathOf(request), request.method)];
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index]!, headers[index + 1]);
}
