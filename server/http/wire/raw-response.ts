// Answers past the framework's own sending: what is asked for most, and is at hand in whole, need not pass through what
// every other answer does. The headers are those that it would have had.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onceReceived } from '../plugins/connections.ts';
import { addCommonHeaders } from './common-headers.ts';

export interface RawResponse {
  status: number;
  /** A flat list of names and values. */
  headers: string[];
  body?: Buffer;
}

export function sendRawResponse(request: FastifyRequest, reply: FastifyReply, answer: RawResponse): FastifyReply {
  writeRawResponse(request.server.server, request.raw, reply.raw, request.id, answer);
  return reply.hijack();
}

export function writeRawResponse(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  { status, headers, body }: RawResponse,
): void {
  addCommonHeaders(headers, id);
  // While the service stops, a connection ends with its answer.
  if (!server.listening) response.shouldKeepAlive = false;
  onceReceived(request, response, !response.shouldKeepAlive, () => {
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  });
}
