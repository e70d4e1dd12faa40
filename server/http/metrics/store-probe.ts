// What has to be asked of the store while somebody scrapes. A store that is away must not keep the rest from being told:
// the wait is bounded, and a question that is still open is waited for again rather than asked twice.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../storage/store.ts';
import type { Visits } from '../../visits/index.ts';
import type { Backlog } from '../../visits/read/backlog.ts';

const LONGEST_LOOK_MS = 1000;

export interface Sight {
  isUp: boolean;
  /** Nothing where it was not told in time. */
  backlog?: Backlog;
}

export function createLook(store: Pick<Store, 'ping'>, visits: Pick<Visits, 'backlog'>) {
  let asking: Promise<void> | undefined;
  let sight: Sight = { isUp: false };

  async function ask(): Promise<void> {
    sight = { isUp: false };
    try {
      await store.ping();
      sight = { isUp: true };
      sight = { isUp: true, backlog: await visits.backlog() };
    } catch {
      sight = { isUp: false };
    } finally {
      asking = undefined;
    }
  }

  return {
    async look(): Promise<void> {
      asking ??= ask();
      await Promise.race([asking, sleep(LONGEST_LOOK_MS, undefined, { ref: false })]);
    },
    sight: () => sight,
  };
}
