// Finds connections whose client has stopped reading: bytes are waiting to be sent, and none of them left between several
// checks. Slow readers are served for as long as they read. Node's own socket timeout would not do, since it also starts
// anew with every byte that the client sends.
import type { Socket } from 'node:net';

export const STALL_CHECK_MS = 5000;
/** A client is given 15 to 20 seconds. */
const CHECKS = 3;

interface Progress {
  /** Bytes of writes that were finished. */
  flushed: number;
  /** Bytes of the present write that have not left. */
  unsent: number;
  checks: number;
}

export function createStallCheck(): (socket: Socket) => boolean {
  const progress = new WeakMap<Socket, Progress>();
  return (socket) => {
    const { writableLength } = socket;
    if (writableLength === 0) {
      progress.delete(socket);
      return false;
    }
    const flushed = socket.bytesWritten - writableLength;
    const unsent = unsentBytes(socket);
    const before = progress.get(socket);
    const isSame = before !== undefined && before.flushed === flushed && before.unsent === unsent;
    const checks = isSame ? before.checks + 1 : 0;
    progress.set(socket, { flushed, unsent, checks });
    return checks >= CHECKS;
  };
}

/** Node has no public name for it. Without it, a write counts as progress once all of it has left. */
function unsentBytes(socket: Socket): number {
  return (socket as { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;
}
