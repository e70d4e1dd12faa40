// The live streams of this process. While there are listeners, it polls for new events, and announces visitors of their
// accounts who have come or gone without a sign of it: most of all, those who were not heard of for too long.

import { limits } from '../../../contract/limits.ts';
import type { Store } from '../../storage/store.ts';
import { streamPositions, unannouncedAccounts } from '../../storage/visits/live-streams.ts';
import type { Clock } from '../../system/clock.ts';
import { throttleLog } from '../../system/log-throttle.ts';
import type { VisitLogger } from '../logger.ts';
import { type AccountStream, createAccountStream, type LiveListener, type Subscriber } from './account-stream.ts';
import { announce } from './announce.ts';
import { parseEventId } from './event-ids.ts';

const POLL_MS = 250;
/** Every so many polls, visitors who are gone are looked for. */
const POLLS_PER_SEARCH = 4;

export interface Subscription {
  /** The client has read what was sent. */
  resume(): void;
  close(): void;
}

export interface LiveStreams {
  /** Undefined if the account has as many listeners as it may have. */
  listen(accountId: number, listener: LiveListener, lastEventId?: string): Subscription | undefined;
  /** The account has new events. */
  wake(accountId: number): void;
  size(): number;
  close(): Promise<void>;
}

export function createLiveStreams({
  store,
  clock,
  logger,
}: {
  store: Store;
  clock: Clock;
  logger: VisitLogger;
}): LiveStreams {
  const streams = new Map<number, AccountStream>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> = Promise.resolve();
  let polls = 0;
  let listeners = 0;
  let isClosed = false;
  const logFailure = throttleLog((count, error: unknown) => {
    logger.error({ err: error, count }, 'Could not read the events of live streams; will retry');
  });

  async function poll(): Promise<void> {
    const accountIds = [...streams.keys()];
    if (polls % POLLS_PER_SEARCH === 0) await announceMissed(accountIds);
    polls += 1;
    const rows = await streamPositions(store.dialect, accountIds);
    const positions = new Map(rows.map((row) => [row.account_id, row]));
    for (const [accountId, stream] of streams) {
      if (stream.isDue(positions.get(accountId))) await stream.advance();
    }
  }

  async function announceMissed(accountIds: readonly number[]): Promise<void> {
    const now = clock();
    for (const accountId of await unannouncedAccounts(store.dialect, accountIds, now)) {
      await announce(store, accountId, now);
    }
  }

  function pollLater(): void {
    if (isClosed || timer || streams.size === 0) return;
    timer = setTimeout(() => {
      polling = poll()
        .catch(logFailure)
        .then(() => {
          timer = undefined;
          pollLater();
        });
    }, POLL_MS).unref();
  }

  function wake(accountId: number): void {
    if (!isClosed) streams.get(accountId)?.advance().catch(logFailure);
  }

  return {
    listen(accountId, listener, lastEventId) {
      const stream = streams.get(accountId) ?? createAccountStream(store, clock, accountId);
      if (stream.subscribers.size >= limits.liveStreams) return undefined;
      streams.set(accountId, stream);
      const subscriber: Subscriber = {
        listener,
        state: 'waiting',
        after: parseEventId(lastEventId),
        position: 0,
      };
      stream.subscribers.add(subscriber);
      listeners += 1;
      wake(accountId);
      pollLater();
      return {
        resume() {
          if (subscriber.state !== 'behind') return;
          subscriber.state = 'waiting';
          wake(accountId);
        },
        close() {
          if (!stream.subscribers.delete(subscriber)) return;
          listeners -= 1;
          if (stream.subscribers.size === 0 && streams.get(accountId) === stream) streams.delete(accountId);
        },
      };
    },
    wake,
    size: () => listeners,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await polling;
      await Promise.all([...streams.values()].map((stream) => stream.advance().catch(() => {})));
    },
  };
}
