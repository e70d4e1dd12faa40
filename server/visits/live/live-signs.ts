// Buffers signs of life on their way to the live list, so that an active visitor is written once and no response waits
// for it. If the process crashes, only the last half second is lost.
import { throttleLog } from '../../log-throttle.ts';
import type { Store } from '../../storage/store.ts';
import type { LiveVisitorRow } from '../../storage/tables.ts';
import { upsertLive } from '../../storage/visits/live.ts';
import type { VisitLogger } from '../logger.ts';
import type { VisitEvent } from '../record/identify.ts';
import { byVisitor, following, liveRow, PULSE_LIFE, type Sign } from './live.ts';

const BATCH_MS = 500;
const ROWS_PER_WRITE = 500;
/** Reached only while the store is unavailable. The list then lacks some visitors until their next request. */
const MAX_WAITING = 20_000;

export interface LiveSigns {
  /** Events without an address are not listed. */
  note(event: VisitEvent, sign: Sign): void;
  /** Resolves when everything noted is in the store. */
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
      const some = [...waiting].slice(0, ROWS_PER_WRITE);
      const rows = some.map(([, row]) => row).sort(byVisitor);
      await store.enqueue((executor) => upsertLive(executor, store.dialect, rows, PULSE_LIFE));
      // A newer row for the same visitor must still be written.
      for (const [key, row] of some) if (waiting.get(key) === row) waiting.delete(key);
    }
  }

  /** Flushes run one at a time, in order. */
  function flush(): Promise<void> {
    flushing = flushing.catch(() => {}).then(write);
    return flushing;
  }

  function flushLater(): void {
    timer ??= setTimeout(() => {
      flush().catch(logFailure);
    }, BATCH_MS).unref();
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
