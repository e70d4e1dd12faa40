// How a connection ends: once its answer has arrived. Node closes it as soon as the answer is written, which tears the
// answer off a client that is still sending, and takes it for idle while the client is still reading.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createRoster } from '../roster.ts';

const CHECK_MS = 10;

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted as soon as the service is to stop. */
    stopping: AbortSignal;
  }
}

export const connectionsPlugin = fp(async (app: FastifyInstance) => {
  const open = createRoster<Socket>();
  const stop = new AbortController();
  app.decorate('stopping', stop.signal);

  app.server.on('connection', (socket: Socket) => {
    socket.once('close', open.enter(socket));
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    if (stop.signal.aborted) reply.header('Connection', 'close');
    onceReceived(request.raw, stop.signal.aborted || !reply.raw.shouldKeepAlive, () => done(null, payload));
  });

  app.addHook('preClose', async () => {
    stop.abort();
    while (open.present().some((socket) => socket.writableLength > 0)) await sleep(CHECK_MS);
  });
});

/** Answers at once, unless the connection closes with the answer: then when all of the request has arrived. */
export function onceReceived(request: IncomingMessage, closes: boolean, answer: () => void): void {
  if (!closes || request.complete) answer();
  else finished(request.resume(), { writable: false }, answer);
}
