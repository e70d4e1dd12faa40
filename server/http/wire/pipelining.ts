// HTTP pipelining: requests sent before earlier responses were read. They are handled one at a time, each after the
// previous response has been sent, so a client that does not read makes the server produce only one response.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TrackedResponse } from './tracked-response.ts';

/** Waiting requests are held in memory. No client in common use pipelines at all. */
const MAX_WAITING = 32;
const MAX_WAITING_BYTES = 64 * 1024;

interface Waiting {
  requests: number;
  /** Size of their URLs and headers. */
  bytes: number;
}

type Handler = (request: IncomingMessage, response: TrackedResponse) => void;

export function oneByOne(handle: Handler): Handler {
  const waitingOn = new WeakMap<Socket, Waiting>();

  function wait(request: IncomingMessage, response: TrackedResponse): void {
    const { socket } = request;
    const waiting = waitingOn.get(socket) ?? { requests: 0, bytes: 0 };
    waitingOn.set(socket, waiting);
    const bytes = headBytes(request);
    waiting.requests += 1;
    waiting.bytes += bytes;
    if (waiting.requests > MAX_WAITING || waiting.bytes > MAX_WAITING_BYTES) {
      socket.destroy();
      return;
    }
    response.once('socket', () => {
      waiting.requests -= 1;
      waiting.bytes -= bytes;
      handle(request, response);
    });
  }

  return (request, response) => {
    // Node assigns the socket to the response whose turn it is.
    if (response.socket === null) wait(request, response);
    else handle(request, response);
  };
}

function headBytes({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length);
}
