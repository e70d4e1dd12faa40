// Requests that a client sends before it has read the answers to earlier ones. They are handled one after the other, each
// once the answer before it has left the process: a client that reads nothing makes the server produce one answer, not
// as many as fit into a packet.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TrackedResponse } from './tracked-response.ts';

/** What waits is held in memory. No client in common use pipelines at all. */
const MAX_WAITING = 16;

type Handler = (request: IncomingMessage, response: TrackedResponse) => void;

export function oneByOne(handle: Handler): Handler {
  const waiting = new WeakMap<Socket, number>();

  function wait(request: IncomingMessage, response: TrackedResponse): void {
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MAX_WAITING) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      handle(request, response);
    });
  }

  return (request, response) => {
    // Node assigns the socket to the response whose turn it is.
    if (response.socket === null) wait(request, response);
    else handle(request, response);
  };
}
