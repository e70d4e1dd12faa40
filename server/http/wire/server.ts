// The HTTP server under Fastify, with bounds, and with answers in our shape where Node would write its own.
import http from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
import { Refusal } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Config } from '../../config.ts';
import { onceReceived } from '../plugins/connections.ts';
import { answerKind, commonHeaders } from './common-headers.ts';
import { pathOf, useOriginForm } from './path.ts';
import { oneByOne } from './pipelining.ts';
import { TrackedResponse } from './tracked-response.ts';

const KEEP_ALIVE_MS = 72_000;
const HEADERS_TIMEOUT_MS = 15_000;
const TIMEOUT_CHECK_MS = 1000;
const LINGER_MS = 2000;
const SLASH = '/'.charCodeAt(0);
const LONG_REQUEST_LINE = new RegExp(`^[A-Z]+ [^\r\n]{${limits.urlLength}}`);

/** Says of a request under which id it is turned away, if it is. */
type Guard = (request: http.IncomingMessage, response: TrackedResponse) => string | undefined;
const guards = new WeakMap<http.Server, Guard>();

/** The guard is asked before the framework has any work with a request: a refusal is to cost next to nothing. */
export function guardServer(server: http.Server, guard: Guard): void {
  guards.set(server, guard);
}

/** True where it sees to the request; it may still call for the framework. */
type Lane = (request: http.IncomingMessage, response: http.ServerResponse, goUsualWay: () => void) => boolean;
const lanes = new WeakMap<http.Server, Lane>();

/** The lane is asked next, for what can be answered without the framework. */
export function takeAhead(server: http.Server, lane: Lane): void {
  lanes.set(server, lane);
}

export const overloaded = new Refusal('unavailable', 'The service is overloaded; try again shortly.');

export function serverFactory(config: Config): FastifyServerFactory {
  const turnAway = createTurningAway(config);
  return (handler) => {
    const options = {
      ServerResponse: TrackedResponse,
      maxHeaderSize: limits.headerBytes,
      requestTimeout: config.requestTimeoutSeconds * 1000,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, config.requestTimeoutSeconds * 1000),
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Without a Host header the request is answered like any other; Node would answer for us, without a body.
      requireHostHeader: false,
    };
    const handle = (request: http.IncomingMessage, response: TrackedResponse) => {
      if (request.url?.charCodeAt(0) !== SLASH) useOriginForm(request);
      const refusedAs = guards.get(server)?.(request, response);
      if (refusedAs === undefined) {
        const goUsualWay = () => handler(request, response);
        if (!lanes.get(server)?.(request, response, goUsualWay)) goUsualWay();
        return;
      }
      if (!server.listening) response.shouldKeepAlive = false;
      turnAway(request, response, refusedAs);
    };
    const server = http.createServer(options, oneByOne(handle)) as http.Server;
    server.maxConnections = config.maxConnections;
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('connect', (_request, socket: Socket) =>
      writeRefusal(
        socket,
        new Refusal('method_not_allowed', undefined, { headers: { Allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' } }),
      ),
    );
    return server;
  };
}

/** The answer is made beforehand, with the headers that every answer carries. */
function createTurningAway({ rateLimit }: Config) {
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

/** Answers what never became a request: broken, too long in its head, or too slow. */
export function answerClientError(error: ClientError, socket: Socket): void {
  writeRefusal(socket, clientRefusal(error));
}

function clientRefusal(error: ClientError): Refusal {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    // Only the packet at fault is known. Where the request line came in an earlier one, the answer is 431.
    const isUrl = Buffer.isBuffer(error.rawPacket) && LONG_REQUEST_LINE.test(error.rawPacket.toString('latin1'));
    return isUrl ? urlTooLong() : headTooLong();
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('timeout');
  return new Refusal('malformed', 'This is not an HTTP request.');
}

export function urlTooLong(): Refusal {
  return new Refusal('too_large', `The URL may have at most ${limits.urlLength} characters.`, { status: 414 });
}

function headTooLong(): Refusal {
  const message = `The request line and headers may have at most ${limits.headerBytes} bytes.`;
  return new Refusal('too_large', message, { status: 431 });
}

function writeRefusal(socket: Socket, refusal: Refusal): void {
  // It has had its answer, or has gone.
  if (!socket.writable) return;
  const body = JSON.stringify(refusal.body());
  const head = [
    `HTTP/1.1 ${refusal.status} ${http.STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // To close on a client that is still sending would reset the connection, and the answer would be lost with it.
  socket.resume();
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
