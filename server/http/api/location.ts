import type { FastifyReply } from 'fastify';

/** Where the resource that was created can be read; `path` is relative to the root of the API. */
export function setLocation(reply: FastifyReply, path: string): void {
  reply.header('Location', `/api/v1${path}`);
}
