// Files that are being sent. Each holds an open file, so their number is limited. If all slots are taken, a transfer
// whose client has stopped reading is cut off: clients that do not read cannot block others.
import type { ServerResponse } from 'node:http';
import { createActiveList, onceClosed } from '../wire/active-list.ts';
import { createStallCheck } from '../wire/stalled-readers.ts';

const CHECK_MS = 1000;
/** A client that has read nothing for 2 to 3 seconds may be cut off if another one needs the slot. */
const CHECKS = 2;

export interface Transfers {
  /** Whether another transfer may start. */
  makeRoom(): boolean;
  enter(response: ServerResponse): void;
  present(): ServerResponse[];
  stop(): void;
}

export function createTransfers(max: number): Transfers {
  const active = createActiveList<ServerResponse>();
  const stalls = createStallCheck();
  let stalled: ServerResponse[] = [];
  const timer = setInterval(() => {
    stalled = active.present().filter(({ socket }) => socket && stalls.check(socket) >= CHECKS);
  }, CHECK_MS).unref();

  return {
    makeRoom() {
      if (active.size() < max) return true;
      for (;;) {
        const response = stalled.pop();
        if (!response) return false;
        if (response.closed) continue;
        response.destroy();
        return true;
      }
    },
    enter: (response) => onceClosed(response, active.enter(response)),
    present: active.present,
    stop: () => clearInterval(timer),
  };
}
