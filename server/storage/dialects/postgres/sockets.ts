// The sockets of the pool's connections. A silent network raises no error, so queries would wait forever. This allows
// all sockets to be destroyed at once.
import { Socket } from 'node:net';

export interface Sockets {
  open(): Socket;
  /** Returns a function that tells whether any socket has received data since. */
  watchTraffic(): () => boolean;
  /** Destroys all sockets. In-flight queries fail as on a lost connection. */
  destroyAll(): void;
}

/** A socket without traffic for longer than `silenceMs` is destroyed. */
export function createSockets(silenceMs: number | undefined): Sockets {
  const sockets = new Set<Socket>();
  return {
    open() {
      const socket = new Socket();
      if (silenceMs !== undefined) socket.setTimeout(silenceMs, () => destroy(socket));
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    watchTraffic() {
      const before = new Map([...sockets].map((socket) => [socket, socket.bytesRead]));
      return () => [...sockets].some((socket) => socket.bytesRead > (before.get(socket) ?? 0));
    },
    destroyAll() {
      for (const socket of sockets) destroy(socket);
    },
  };
}

function destroy(socket: Socket): void {
  socket.destroy(new Error('Connection terminated: the server does not answer'));
}
