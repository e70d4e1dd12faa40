// The HTTP server under Fastify, with limits, and with our own error format where Node would write its own.
import http from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Config } from '../../config.ts';
import { onceReceived } from '../plugins/connections.ts';
import { answerKind, commonHeaders } from './common-headers.ts';
import { paced } from './paced.ts';
import { pathOf, useOriginForm } from './path.ts';
import { oneByOne } from './pipelining.ts';
import { mayBeCached } from './request-body.ts';
import { TrackedResponse } from './tracked-response.ts';
import type { Turns } from './turns.ts';

const KEEP_ALIVE_MS = 72_000;
const HEADERS_TIMEOUT_MS = 15_000;
const TIMEOUT_CHECK_MS = 100;
const LINGER_MS = 2000;
const SLASH = '/'.charCodeAt(0);
const LONG_REQUEST_LINE = new RegExp(`^[A-Z]+ [^\r\n]{${limits.urlLength}}`);

/** Returns a request id if the request is to be rejected with 503. */
type Guard = (request: http.IncomingMessage, response: TrackedResponse, waitedMs: number) => string | undefined;
const guards = new WeakMap<http.Server, Guard>();

/** The guard runs before Fastify, so that rejecting a request costs almost nothing. */
export function guardServer(server: http.Server, guard: Guard): void {
  guards.set(server, guard);
}

/** True if it handles the request. It may still call `next` to pass it to Fastify. */
type Lane = (request: http.IncomingMessage, response: TrackedResponse, next: () => void) => boolean;
const lanes = new WeakMap<http.Server, Lane>();

/** The lane runs after the guard, for requests that can be answered without Fastify. */
export function useLane(server: http.Server, lane: Lane): void {
  lanes.set(server, lane);
}

export const overloaded = new ApiError('unavailable', 'The service is overloaded; try again shortly.');

export function serverFactory(config: Config, turns: Turns): FastifyServerFactory {
  const reject = createRejection(config);
  return (handler) => {
    const options = {
      ServerResponse: TrackedResponse,
      maxHeaderSize: limits.headerBytes,
      requestTimeout: config.requestTimeoutSeconds * 1000,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, config.requestTimeoutSeconds * 1000),
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Requests without a body emit no stream events: nobody listens to them.
      optimizeEmptyRequests: true,
      // Otherwise Node itself would reject requests without a Host header, without a body.
      requireHostHeader: false,
    };
    const handle = (request: http.IncomingMessage, response: TrackedResponse) => {
      if (request.url?.charCodeAt(0) !== SLASH) useOriginForm(request);
      if (mayBeCached(request)) start(request, response, 0);
      else turns.wait((waitedMs) => start(request, response, waitedMs));
    };
    const start = (request: http.IncomingMessage, response: TrackedResponse, waitedMs: number) => {
      // The client has disconnected while it waited.
      if (response.closed) return;
      const rejectedId = guards.get(server)?.(request, response, waitedMs);
      if (rejectedId === undefined) {
        const next = () => handler(request, response);
        if (!lanes.get(server)?.(request, response, next)) next();
        return;
      }
      if (!server.listening) response.shouldKeepAlive = false;
      reject(request, response, rejectedId);
    };
    const server = http.createServer(options, oneByOne(handle)) as http.Server;
    server.maxConnections = config.maxConnections;
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('connect', (_request, socket: Socket) =>
      writeError(
        socket,
        new ApiError('method_not_allowed', undefined, {
          headers: { Allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' },
        }),
      ),
    );
    return server;
  };
}

/** The response is built once, with the common headers. */
function createRejection({ rateLimit }: Config) {
  const body = JSON.stringify(overloaded.body());
  const own = Object.entries({
    ...overloaded.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
  }).flat();
  const common = commonHeaders(rateLimit);
  return (request: http.IncomingMessage, response: TrackedResponse, id: string): void => {
    const headers = [...own, ...common[answerKind(pathOf(request), request.method)], 'X-Request-Id', id];
    onceReceived(request, response, !response.shouldKeepAlive, () => {
      response.writeHead(overloaded.status, headers).end(body);
    });
  };
}

type ClientError = Error & { code?: string; rawPacket?: unknown };

/** Answers requests that Node could not parse: malformed, headers too long, or too slow. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    // The rest of the request must not arrive before the answer.
    socket.pause();
    answerTimeout(socket);
  } else writeError(socket, clientError(error));
}

const timedOut = rawError(new ApiError('timeout'));
const answerTimeout = paced((socket: Socket) => endWith(socket, timedOut));

function clientError(error: ClientError): ApiError {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    // Only the last packet is known. If the request line was in an earlier one, the response is 431.
    const isUrl = Buffer.isBuffer(error.rawPacket) && LONG_REQUEST_LINE.test(error.rawPacket.toString('latin1'));
    return isUrl ? urlTooLong() : headTooLong();
  }
  return new ApiError('malformed', 'This is not an HTTP request.');
}

export function urlTooLong(): ApiError {
  return new ApiError('too_large', `The URL may have at most ${limits.urlLength} characters.`, { status: 414 });
}

function headTooLong(): ApiError {
  const message = `The request line and headers may have at most ${limits.headerBytes} bytes.`;
  return new ApiError('too_large', message, { status: 431 });
}

function writeError(socket: Socket, apiError: ApiError): void {
  endWith(socket, rawError(apiError));
}

function rawError(apiError: ApiError): string {
  const body = JSON.stringify(apiError.body());
  const head = [
    `HTTP/1.1 ${apiError.status} ${http.STATUS_CODES[apiError.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(apiError.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function endWith(socket: Socket, response: string): void {
  // The response was sent already, or the client has disconnected.
  if (!socket.writable) return;
  socket.end(response);
  // Closing while the client is still sending would reset the connection and lose the response.
  socket.resume();
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
