// The sockets under the pool's connections. Where the network falls silent nothing tells them so, and who waits for an
// answer would wait on; whoever finds out can give up all of them at once.
import { Socket } from 'node:net';

export interface Sockets {
  open(): Socket;
  /** Gives back whether anything was heard on any of them since. */
  listening(): () => boolean;
  /** Ends them all at once. What was under way on them fails as on a connection that was lost. */
  giveUp(): void;
}

/** One on which nothing moves for longer than `silenceMs` is given up by itself. */
export function createSockets(silenceMs: number | undefined): Sockets {
  const sockets = new Set<Socket>();
  return {
    open() {
      const socket = new Socket();
      if (silenceMs !== undefined) socket.setTimeout(silenceMs, () => abandon(socket));
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    listening() {
      const before = new Map([...sockets].map((socket) => [socket, socket.bytesRead]));
      return () => [...sockets].some((socket) => socket.bytesRead > (before.get(socket) ?? 0));
    },
    giveUp() {
      for (const socket of sockets) abandon(socket);
    },
  };
}

function abandon(socket: Socket): void {
  socket.destroy(new Error('Connection terminated: the server does not answer'));
}
