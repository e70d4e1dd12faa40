// Finds connections whose client has stopped reading: bytes are waiting to be sent, and none of them left between several
// checks. Slow readers are served for as long as they read. Node's own socket timeout would not do, since it also starts
// anew with every byte that the client sends.
import type { Socket } from 'node:net';

export const STALL_CHECK_MS = 5000;
/** A client is given 15 to 20 seconds. */
export const STALL_CHECKS = 3;

export interface StallCheck {
  /** How many checks in a row have found the client not reading, this one included. */
  check(socket: Socket): number;
}

export function createStallCheck(): StallCheck {
  const seen = new WeakMap<Socket, { progress: string; checks: number }>();
  return {
    check(socket) {
      // Nothing waits for the client: it is the server that is slow, or there is nothing to send.
      if (socket.writableLength === 0) {
        seen.delete(socket);
        return 0;
      }
      const progress = progressOf(socket);
      const before = seen.get(socket);
      const checks = before?.progress === progress ? before.checks + 1 : 0;
      seen.set(socket, { progress, checks });
      return checks;
    },
  };
}

/** Bytes of the writes that are finished, and bytes of the present one that have not left. */
function progressOf(socket: Socket): string {
  // Node has no public name for the latter. Without it, a write counts as progress once all of it has left.
  const { _handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${_handle?.writeQueueSize}`;
}
