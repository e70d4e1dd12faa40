// Buffers heartbeats on their way to the live list, so that an active visitor is written once and no response waits
// for it. If the process crashes, only the last half second is lost. Only for accounts that somebody listens to, events
// are written as well.

import type { Store } from '../../storage/store.ts';
import { upsertLive } from '../../storage/visits/live.ts';
import { listenedAccounts } from '../../storage/visits/live-streams.ts';
import { PAGE } from '../../storage/visits/visits.ts';
import type { Clock } from '../../system/clock.ts';
import { throttleLog } from '../../system/log-throttle.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import type { VisitLogger } from '../logger.ts';
import type { VisitEvent } from '../record/identify.ts';
import { announce, type VisitorHeartbeats } from './announce.ts';
import { byVisitor, following, HEARTBEAT_LIFE, type Heartbeat, liveRow } from './live.ts';

const BATCH_MS = 500;
/** For accounts that somebody listens to. */
const QUICK_BATCH_MS = 100;
const ROWS_PER_WRITE = 500;
/** Reached only while the store is unavailable. The list then lacks some visitors until their next request. */
const MAX_WAITING = 20_000;
/** Per visitor and write. */
const MAX_CLICKS = 10;

export interface Heartbeats {
  /** Events without an address are not listed. */
  note(event: VisitEvent, heartbeat: Heartbeat): void;
  /** Resolves when everything noted is in the store. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface HeartbeatsOptions {
  store: Store;
  clock: Clock;
  logger: VisitLogger;
  /** The account has new events. */
  announced(accountId: number): void;
}

interface Waiting extends VisitorHeartbeats {
  clicks: number[];
  /** The write has begun. What is noted from now on is new. */
  isSent: boolean;
}

export function createHeartbeats({ store, clock, logger, announced }: HeartbeatsOptions): Heartbeats {
  const waiting = new Map<string, Waiting>();
  /** As of the last write. */
  let listened: ReadonlySet<number> = new Set();
  let timer: NodeJS.Timeout | undefined;
  let isQuick = false;
  let flushing: Promise<void> = Promise.resolve();
  const logFailure = throttleLog((count, error: unknown) => {
    logger.error({ err: error, count }, 'Could not write the live list; will retry with the next visitor');
  });

  /** What is noted during a write waits for the next one. */
  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isQuick = false;
    // Sorted before it is divided: each statement then changes neighbouring rows, which share pages of the database.
    const keys = [...waiting].sort(([, a], [, b]) => byVisitor(a.row, b.row)).map(([key]) => key);
    for (let start = 0; start < keys.length; start += ROWS_PER_WRITE) {
      // SQLite writes synchronously. Requests are answered in between.
      if (start > 0) await yieldToRequests();
      const some = keys.slice(start, start + ROWS_PER_WRITE).map((key) => ({ key, heartbeats: waiting.get(key)! }));
      for (const { heartbeats } of some) heartbeats.isSent = true;
      await writeSome(some.map(({ heartbeats }) => heartbeats));
      // A newer row for the same visitor must still be written.
      for (const { key, heartbeats } of some) if (waiting.get(key) === heartbeats) waiting.delete(key);
    }
  }

  async function writeSome(some: readonly Waiting[]): Promise<void> {
    listened = await listenedAccounts(store.read, clock());
    const rows = some.map(({ row }) => row).filter(({ account_id }) => !listened.has(account_id));
    if (rows.length > 0) {
      await store.enqueue((executor) => upsertLive(executor, store.dialect, rows, HEARTBEAT_LIFE));
    }
    const heard = some.filter(({ row }) => listened.has(row.account_id));
    for (const [accountId, heartbeats] of Map.groupBy(heard, ({ row }) => row.account_id)) {
      if (await announce(store, accountId, clock(), heartbeats)) announced(accountId);
    }
  }

  /** Flushes run one at a time, in order. */
  function flush(): Promise<void> {
    flushing = flushing.catch(() => {}).then(write);
    return flushing;
  }

  function flushLater(accountId: number): void {
    const hurries = !isQuick && listened.has(accountId);
    if (timer && !hurries) return;
    clearTimeout(timer);
    isQuick = hurries;
    timer = setTimeout(() => flush().catch(logFailure), hurries ? QUICK_BATCH_MS : BATCH_MS).unref();
  }

  return {
    note(event, heartbeat) {
      if (event.address === undefined) return;
      const row = liveRow(event, heartbeat);
      const key = `${row.account_id} ${row.visitor}`;
      const before = waiting.get(key);
      if (!before && waiting.size >= MAX_WAITING) return;
      if (before && row.last_activity_at < before.row.last_activity_at) return;
      const isNew = !before || before.isSent;
      const clicks = isNew ? [] : before.clicks;
      const isRequest = heartbeat === 'request';
      if (isRequest && event.targetId !== PAGE && clicks.length < MAX_CLICKS) clicks.push(event.targetId);
      waiting.set(key, {
        row: before ? following(before.row, row) : row,
        isView: (isRequest && event.targetId === PAGE) || (!isNew && before.isView),
        clicks,
        isSent: false,
      });
      flushLater(event.accountId);
    },
    flush,
    async close() {
      clearTimeout(timer);
      await flush().catch(() => {});
    },
  };
}
