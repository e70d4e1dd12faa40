// Signs of life on their way to the live list. They gather for a moment, so that one who is busy on a page is written once,
// and nobody's answer waits for it: what would be lost with the process is who was seen in the last half a second.
import { throttleLog } from '../../log-throttle.ts';
import type { Store } from '../../storage/store.ts';
import type { LiveVisitorRow } from '../../storage/tables.ts';
import { upsertLive } from '../../storage/visits/live.ts';
import type { VisitLogger } from '../logger.ts';
import type { VisitEvent } from '../record/identify.ts';
import { byVisitor, following, liveRow, PULSE_LIFE, type Sign } from './live.ts';

const GATHER_MS = 500;
const AT_ONCE = 500;
/** More than these can wait only where the store is away; the list then lacks some until they come again. */
const MAX_WAITING = 20_000;

export interface LiveSigns {
  /** Those without an address are not listed. */
  note(event: VisitEvent, sign: Sign): void;
  /** Resolves when all that was noted is in the store. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createLiveSigns({ store, logger }: { store: Store; logger: VisitLogger }): LiveSigns {
  const waiting = new Map<string, LiveVisitorRow>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  const logFailure = throttleLog((count, error: unknown) => {
    logger.error({ err: error, count }, 'Could not write the live list; will retry with the next visitor');
  });

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.size > 0) {
      const some = [...waiting].slice(0, AT_ONCE);
      const rows = some.map(([, row]) => row).sort(byVisitor);
      await store.enqueue((executor) => upsertLive(executor, store.dialect, rows, PULSE_LIFE));
      // What came for one of them meanwhile is still to be written.
      for (const [key, row] of some) if (waiting.get(key) === row) waiting.delete(key);
    }
  }

  /** One at a time, in their order. */
  function flush(): Promise<void> {
    flushing = flushing.catch(() => {}).then(write);
    return flushing;
  }

  function flushLater(): void {
    timer ??= setTimeout(() => {
      flush().catch(logFailure);
    }, GATHER_MS).unref();
  }

  return {
    note(event, sign) {
      if (event.address === undefined) return;
      const row = liveRow(event, sign);
      const key = `${row.account_id} ${row.visitor}`;
      const before = waiting.get(key);
      if (!before && waiting.size >= MAX_WAITING) return;
      if (before && row.last_activity_at < before.last_activity_at) return;
      waiting.set(key, before ? following(before, row) : row);
      flushLater();
    },
    flush,
    async close() {
      clearTimeout(timer);
      await flush().catch(() => {});
    },
  };
}
