import type { FastifyReply } from 'fastify';

/** Sets the URL of a new record; `path` is relative to the root of the API. */
export function setLocation(reply: FastifyReply, path: string): void {
  reply.header('Location', `/api/v1${path}`);
}
