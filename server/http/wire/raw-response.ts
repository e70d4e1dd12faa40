// Writes a response directly, bypassing Fastify's send: faster for the most frequent responses, which are complete in
// memory. The headers are the same.
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onceReceived } from '../plugins/connections.ts';
import { addCommonHeaders } from './common-headers.ts';
import { currentDate } from './current-date.ts';
import { headerText, type SharedHeaders } from './shared-headers.ts';
import type { TrackedResponse } from './tracked-response.ts';

export interface RawResponse {
  status: number;
  shared: SharedHeaders;
  /** A flat list of names and values. They must be valid: `validateHeaderValue` checks the variable ones beforehand. */
  headers: string[];
  /** A string has one byte in each character. */
  body?: Buffer | string;
}

/** A larger body is not copied: all its readers share one Buffer. */
const MAX_COPIED_BYTES = 12 * 1024;

export function sendRawResponse(request: FastifyRequest, reply: FastifyReply, answer: RawResponse): FastifyReply {
  addCommonHeaders(answer.headers, request.id);
  writeByNode(request.server.server, request.raw, reply.raw, answer);
  return reply.hijack();
}

/** For responses to GET, before Fastify. */
export function writeRawResponse(
  server: Server,
  request: IncomingMessage,
  response: TrackedResponse,
  id: string,
  answer: RawResponse,
): void {
  addCommonHeaders(answer.headers, id);
  if (!writeAtOnce(server, response, answer)) writeByNode(server, request, response, answer);
}

/**
 * Writes headers and body as one string. Node would check every header of every response and write the body separately,
 * which takes a sixth of the time of a cached page. Returns false if Node has to decide how the response ends.
 */
function writeAtOnce(server: Server, response: TrackedResponse, answer: RawResponse): boolean {
  const { status, shared, headers, body } = answer;
  if (!server.listening || !response.shouldKeepAlive || status === 304) return false;
  if (body !== undefined && body.length > MAX_COPIED_BYTES) return false;
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${shared.text}${headerText(headers)}`;
  head += `Date: ${currentDate()}\r\nConnection: keep-alive\r\n`;
  head += `Keep-Alive: timeout=${Math.floor(server.keepAliveTimeout / 1000)}\r\n\r\n`;
  // Node has no public API for this. If it stores headers elsewhere one day, it writes them itself.
  (response as { _header?: string | null })._header = head;
  if (!response.headersSent) return false;
  response.statusCode = status;
  response.release();
  response.end(typeof body === 'string' ? body : (body?.toString('latin1') ?? ''), 'latin1');
  return true;
}

function writeByNode(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  { status, shared, headers, body }: RawResponse,
): void {
  // While the service stops, connections close after their response.
  if (!server.listening) response.shouldKeepAlive = false;
  onceReceived(request, response, !response.shouldKeepAlive, () => {
    response
      .writeHead(status, [...shared.list, ...headers])
      .end(request.method === 'HEAD' ? undefined : body, 'latin1');
  });
}
