// Finds connections whose client has stopped reading: bytes are waiting to be sent, and none were sent between several
// checks. Slow readers are served for as long as they read. Node's socket timeout cannot be used, because it restarts
// with every byte that the client sends.
import type { Socket } from 'node:net';

export const STALL_CHECK_MS = 5000;
/** A timeout of 15 to 20 seconds. */
export const STALL_CHECKS = 3;

export interface StallCheck {
  /** The number of consecutive checks, including this one, in which the client did not read. */
  check(socket: Socket): number;
}

export function createStallCheck(): StallCheck {
  const states = new WeakMap<Socket, { progress: string; checks: number }>();
  return {
    check(socket) {
      // No bytes are waiting for the client: the server is slow, or has nothing to send.
      if (socket.writableLength === 0) {
        states.delete(socket);
        return 0;
      }
      const progress = progressOf(socket);
      const before = states.get(socket);
      const checks = before?.progress === progress ? before.checks + 1 : 0;
      states.set(socket, { progress, checks });
      return checks;
    },
  };
}

/** Bytes of finished writes, and bytes of the current write that are not sent yet. */
function progressOf(socket: Socket): string {
  // Node has no public API for the latter. Without it, a write counts as progress once it is finished.
  const { _handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${_handle?.writeQueueSize}`;
}
