// The HTTP server under Fastify, with bounds, and with answers in our shape where Node would write its own.
import http from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';
import { Refusal } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Config } from '../config.ts';

const KEEP_ALIVE_MS = 72_000;
const HEADERS_TIMEOUT_MS = 15_000;

export function serverFactory(config: Config): FastifyServerFactory {
  return (handler) => {
    const server = http.createServer(
      {
        maxHeaderSize: limits.headerBytes,
        requestTimeout: config.requestTimeoutSeconds * 1000,
        headersTimeout: Math.min(HEADERS_TIMEOUT_MS, config.requestTimeoutSeconds * 1000),
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: 5000,
        // Without a Host header the request is answered like any other; Node would answer for us, without a body.
        requireHostHeader: false,
      },
      handler as http.RequestListener,
    );
    server.maxConnections = config.maxConnections;
    server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) =>
      writeRefusal(socket, clientRefusal(error)),
    );
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('connect', (_request, socket: Socket) =>
      writeRefusal(
        socket,
        new Refusal('method_not_allowed', undefined, { headers: { Allow: 'GET, HEAD, POST, OPTIONS' } }),
      ),
    );
    return server;
  };
}

function clientRefusal(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): Refusal {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const isUrl = error.rawPacket !== undefined && !error.rawPacket.includes('\r\n');
    return isUrl
      ? new Refusal('too_large', 'The URL is too long.', { status: 414 })
      : new Refusal('too_large', `The headers may have at most ${limits.headerBytes} bytes.`, { status: 431 });
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('timeout');
  return new Refusal('malformed', 'This is not an HTTP request.');
}

function writeRefusal(socket: Socket, refusal: Refusal): void {
  if (!socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(refusal.body());
  const head = [
    `HTTP/1.1 ${refusal.status} ${http.STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
