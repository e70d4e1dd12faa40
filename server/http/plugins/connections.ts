// Closing of connections. Node closes a connection as soon as the response is written, which cuts off a client that is
// still sending, and considers it idle while the client is still reading. Here it closes once the response was sent. A
// client that does not read, or that sends no further request, is disconnected.
// A stop closes idle connections last: a request that arrives on one just then would fail. Until then, each response says
// that its connection closes, so that the client opens another one, to another process.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { finished } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createPauses } from '../../system/pauses.ts';
import { createActiveList } from '../wire/active-list.ts';
import { createIdleCheck } from '../wire/idle-connections.ts';
import { paced } from '../wire/paced.ts';
import { dropBody } from '../wire/request-body.ts';
import { createStallCheck, STALL_CHECK_MS, STALL_CHECKS } from '../wire/stalled-readers.ts';
import { TrackedResponse } from '../wire/tracked-response.ts';

const CHECK_MS = 10;
/** After half of the stop timeout, clients that the service waits for are disconnected. In ms per second of the timeout. */
const CUT_OFF_MS_PER_SECOND = 500;
/** For a fifth of it, idle connections stay open during a stop. */
const IDLE_MS_PER_SECOND = 200;

export interface ConnectionsOptions {
  stopTimeoutSeconds: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the service starts to stop. */
    stopping: AbortSignal;
  }
}

export const connectionsPlugin = fp<ConnectionsOptions>(async (app: FastifyInstance, { stopTimeoutSeconds }) => {
  const open = createActiveList<Socket>();
  const stop = new AbortController();
  app.decorate('stopping', stop.signal);

  const idle = createIdleCheck();
  app.server.on('connection', (socket: Socket) => {
    socket.once('close', open.enter(socket));
    idle.watch(socket);
  });

  const stalls = createStallCheck();
  const disconnect = paced((socket: Socket) => socket.destroy());
  let isChecking = false;
  const checkAll = async () => {
    isChecking = true;
    const pause = createPauses();
    for (const socket of open.present()) {
      await pause();
      if (stalls.check(socket) >= STALL_CHECKS || idle.isOver(socket)) disconnect(socket);
    }
    isChecking = false;
  };
  const checks = setInterval(() => {
    if (!isChecking) void checkAll();
  }, STALL_CHECK_MS).unref();
  app.addHook('onClose', async () => clearInterval(checks));

  app.addHook('onSend', (request, reply, payload, done) => {
    if (stop.signal.aborted) reply.header('Connection', 'close');
    const closes = stop.signal.aborted || !reply.raw.shouldKeepAlive;
    onceReceived(request.raw, reply.raw, closes, () => done(null, payload));
  });

  app.addHook('preClose', async () => {
    stop.abort();
    // Accepts no more connections. The server's own method would close idle ones at once.
    if (app.server.listening) Server.prototype.close.call(app.server);
    const cutOff = () => {
      for (const socket of open.present()) if (waitsForClient(socket)) socket.destroy();
    };
    setTimeout(cutOff, stopTimeoutSeconds * CUT_OFF_MS_PER_SECOND).unref();
    const idleUntil = performance.now() + stopTimeoutSeconds * IDLE_MS_PER_SECOND;
    while (performance.now() < idleUntil && open.present().some(isIdle)) await sleep(CHECK_MS);
    while (open.present().some((socket) => socket.writableLength > 0)) await sleep(CHECK_MS);
    // The requests that have arrived are read before Fastify closes idle connections.
    await nextTurn();
  });
});

/** Whether no request of the socket is in progress. Node has no public API for the current response of a socket. */
function isIdle(socket: Socket): boolean {
  return !(socket as { _httpMessage?: ServerResponse | null })._httpMessage;
}

/**
 * Whether the server waits for the client, to send a request or to read. On close, Node would wait for it too, without
 * its timeout for headers. A request in progress has until STOP_TIMEOUT_SECONDS.
 */
function waitsForClient(socket: Socket): boolean {
  return isIdle(socket) || socket.writableLength > 0;
}

/** Answers at once. If the connection closes after the response, answers when the whole request has arrived. */
export function onceReceived(
  request: IncomingMessage,
  response: ServerResponse,
  closes: boolean,
  answer: () => void,
): void {
  if (!closes || request.complete) {
    answer();
    return;
  }
  // Not in flight: only the client decides how long this takes.
  if (response instanceof TrackedResponse) response.release();
  dropBody(request);
  finished(request, { writable: false }, answer);
}
