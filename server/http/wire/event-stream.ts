// A response of server-sent events. What the client has not read is bounded: while much of it waits, nothing is added.
import type { FastifyReply } from 'fastify';

/** A client with more unread bytes gets no further messages. */
const MAX_UNREAD_BYTES = 64 * 1024;
const HEARTBEAT = Buffer.from(':\n\n');

export interface EventMessage {
  id: string;
  event: string;
  data: unknown;
}

export interface EventStream {
  /** Returns false if the client has not read enough of what was sent: nothing is sent then. */
  send(messages: readonly EventMessage[]): boolean;
  /** A comment, so that proxies do not take the connection for idle, and a client that is gone is noticed. */
  beat(): void;
  /** The client reconnects after that time. */
  end(retryMs?: number): void;
}

export interface EventStreamOptions {
  retryMs: number;
  /** The client has read everything. */
  onDrain(): void;
}

export function startEventStream(reply: FastifyReply, { retryMs, onDrain }: EventStreamOptions): EventStream {
  reply.header('Content-Type', 'text/event-stream; charset=utf-8');
  // A proxy that compresses or buffers would hold messages back.
  reply.header('Cache-Control', 'no-store, no-transform');
  reply.header('X-Accel-Buffering', 'no');
  // So that the connection is closed with the stream, also while the service stops.
  reply.header('Connection', 'close');
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  if (reply.request.method !== 'HEAD') raw.write(retryLine(retryMs));
  raw.on('drain', onDrain);
  const isOver = () => raw.writableEnded || raw.destroyed;

  return {
    send(messages) {
      if (isOver()) return true;
      if (raw.writableLength > MAX_UNREAD_BYTES) return false;
      raw.write(encoded(messages));
      return true;
    },
    beat() {
      if (!isOver() && raw.writableLength === 0) raw.write(HEARTBEAT);
    },
    end(retry) {
      if (!isOver()) raw.end(retry === undefined ? undefined : retryLine(retry));
    },
  };
}

/** Many clients get the same messages: they are encoded once, and unread ones are in memory once. */
const encodings = new WeakMap<readonly EventMessage[], Buffer>();

function encoded(messages: readonly EventMessage[]): Buffer {
  const known = encodings.get(messages);
  if (known) return known;
  const text = messages.map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const bytes = Buffer.from(text.join(''));
  encodings.set(messages, bytes);
  return bytes;
}

function retryLine(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}
