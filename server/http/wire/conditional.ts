// Conditional requests: adds an ETag to the response, and answers 304 if the client sent the same one.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export function etagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

export function sendConditionally(request: FastifyRequest, reply: FastifyReply, etag: string, body: string | Buffer) {
  reply.header('etag', etag);
  if (!isKnown(request.headers['if-none-match'], etag)) return reply.send(body);
  reply.removeHeader('content-type');
  return reply.code(304).send();
}

/** Whether an If-None-Match header names the ETag. */
export function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim())) ?? false;
}
