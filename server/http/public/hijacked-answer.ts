// Answers past the framework's own sending: what is asked for most, and is at hand in whole, need not pass through what
// every other answer does. The headers are those that it would have had.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onceReceived } from '../plugins/connections.ts';

/** Headers as a flat list of names and values. */
export function answerPast(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: string[],
  body?: Buffer,
): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  headers.push('X-Content-Type-Options', 'nosniff', 'X-Request-Id', request.id);
  // While the service stops, a connection ends with its answer.
  if (!request.server.server.listening) raw.shouldKeepAlive = false;
  onceReceived(request.raw, !raw.shouldKeepAlive, () => {
    raw.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  });
  return reply;
}
