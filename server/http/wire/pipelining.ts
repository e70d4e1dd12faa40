// Requests that a client sends before it has read the answers to earlier ones. They are handled one after the other, each
// once the answer before it has left the process: a client that reads nothing makes the server produce one answer, not
// as many as fit into a packet.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TrackedResponse } from './tracked-response.ts';

/** What waits is held in memory. No client in common use pipelines at all. */
const MAX_WAITING = 32;
const MAX_WAITING_BYTES = 64 * 1024;

interface Waiting {
  requests: number;
  /** Of their URLs and headers. */
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
