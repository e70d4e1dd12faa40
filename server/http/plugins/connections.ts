// How a connection ends. Node closes it as soon as the answer is written, which cuts off a client that is still sending, and
// takes it for idle while the client is still reading; here it ends once the answer has arrived. A client that does not
// take its answer is disconnected.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createActiveList } from '../wire/active-list.ts';
import { createStallCheck, STALL_CHECK_MS, STALL_CHECKS } from '../wire/stalled-readers.ts';
import { TrackedResponse } from '../wire/tracked-response.ts';

const CHECK_MS = 10;
/** Milliseconds of each second that a stop may take: then clients that the service waits for are disconnected. */
const STOPPING_PART = 500;

export interface ConnectionsOptions {
  stopTimeoutSeconds: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted as soon as the service is to stop. */
    stopping: AbortSignal;
  }
}

export const connectionsPlugin = fp<ConnectionsOptions>(async (app: FastifyInstance, { stopTimeoutSeconds }) => {
  const open = createActiveList<Socket>();
  const stop = new AbortController();
  app.decorate('stopping', stop.signal);

  app.server.on('connection', (socket: Socket) => {
    socket.once('close', open.enter(socket));
  });

  const stalls = createStallCheck();
  const stallTimer = setInterval(() => {
    for (const socket of open.present()) if (stalls.check(socket) >= STALL_CHECKS) socket.destroy();
  }, STALL_CHECK_MS).unref();
  app.addHook('onClose', async () => clearInterval(stallTimer));

  app.addHook('onSend', (request, reply, payload, done) => {
    if (stop.signal.aborted) reply.header('Connection', 'close');
    const closes = stop.signal.aborted || !reply.raw.shouldKeepAlive;
    onceReceived(request.raw, reply.raw, closes, () => done(null, payload));
  });

  app.addHook('preClose', async () => {
    stop.abort();
    const cutOff = () => {
      for (const socket of open.present()) if (isUpToClient(socket)) socket.destroy();
    };
    setTimeout(cutOff, stopTimeoutSeconds * STOPPING_PART).unref();
    while (open.present().some((socket) => socket.writableLength > 0)) await sleep(CHECK_MS);
  });
});

/**
 * Whether it is the client that has to go on: by sending a request, or by reading. Node would wait for it when it closes,
 * and stops its timer for headers that do not arrive. A request that has begun has until STOP_TIMEOUT_SECONDS.
 */
function isUpToClient(socket: Socket): boolean {
  // Node has no public name for the response that a socket is used for.
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null };
  return !response || socket.writableLength > 0;
}

/** Answers at once, unless the connection closes with the answer: then when all of the request has arrived. */
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
  // Only the client decides how long this takes.
  if (response instanceof TrackedResponse) response.release();
  finished(request.resume(), { writable: false }, answer);
}
