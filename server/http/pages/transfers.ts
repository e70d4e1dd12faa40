// Files on their way to clients. Each holds an open file, so there are at most so many at a time. Where all places are
// taken, one whose client has stopped reading makes room: clients that do not read cannot keep files from others.
import type { ServerResponse } from 'node:http';
import { createActiveList, onceClosed } from '../wire/active-list.ts';
import { createStallCheck } from '../wire/stalled-readers.ts';

const CHECK_MS = 1000;
/** A client that has taken nothing for 2 to 3 seconds may be cut off, if another one needs the place. */
const CHECKS = 2;

export interface Transfers {
  /** Whether another one may begin. */
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
