// The live stream of one account in this process: reads the events that any process has logged, and passes them on to
// its listeners. A listener that is new, or was too slow to read, gets a snapshot first.
import { limits } from '../../../contract/limits.ts';
import { type Micros, SECOND } from '../../../contract/time.ts';
import { findLinks } from '../../storage/page/links.ts';
import type { Store } from '../../storage/store.ts';
import {
  eventsAfter,
  renewStream,
  type StreamPosition,
  streamPositions,
  streamSnapshot,
} from '../../storage/visits/live-streams.ts';
import type { Clock } from '../../system/clock.ts';
import { type EventId, formatEventId } from './event-ids.ts';
import { clickedLink, type LiveMessage, messageOf, readLiveEvents, snapshotMessage } from './live-events.ts';

/** Also how long a client can be away and resume. */
const LIFE: Micros = 60 * SECOND;
const RENEWED_EVERY: Micros = 15 * SECOND;
const SNAPSHOTS_EVERY: Micros = 5 * SECOND;

export interface LiveListener {
  /** All listeners of an account get the same array. Returns false if the client has not read what was sent before. */
  send(messages: readonly LiveMessage[]): boolean;
}

export interface Subscriber {
  listener: LiveListener;
  /** `waiting` for a snapshot or for what it missed; `behind` until its client has read. */
  state: 'current' | 'waiting' | 'behind';
  /** The last message that the client got from an earlier connection. */
  after: EventId | undefined;
  /** The number of the last row that was sent. */
  position: number;
}

export interface AccountStream {
  subscribers: Set<Subscriber>;
  /** Whether there may be something to do. */
  isDue(position: StreamPosition | undefined): boolean;
  /** Sends what is new. Runs once at a time: a call during another one runs after it. */
  advance(): Promise<void>;
}

interface Row {
  number: number;
  messages: LiveMessage[];
  isIncomplete: boolean;
}

export function createAccountStream(store: Store, clock: Clock, accountId: number): AccountStream {
  const subscribers = new Set<Subscriber>();
  let renewedAt = Number.NEGATIVE_INFINITY;
  let since = Number.NaN;
  let cursor = 0;
  let isIncomplete = false;
  let snapshotAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> = Promise.resolve();

  async function advance(): Promise<void> {
    const now = clock();
    if (isRenewalDue(now)) {
      await store.dialect.queue.transaction().execute((tx) => renewStream(tx, accountId, now, now + LIFE));
      renewedAt = now;
    }
    const [position] = await streamPositions(store.dialect, [accountId]);
    if (!position) {
      // The account was deleted, or the stream expired while the store was unavailable.
      renewedAt = Number.NEGATIVE_INFINITY;
      return;
    }
    if (position.since !== since) startAgain(position);
    else if (position.last_number > cursor) await follow(position.last_number);
    if (isIncomplete && now - snapshotAt >= SNAPSHOTS_EVERY) expectSnapshots();
    await resumeWaiting();
    await sendSnapshots(now);
  }

  function startAgain({ since: start, last_number }: StreamPosition): void {
    since = start;
    cursor = last_number;
    expectSnapshots();
  }

  function expectSnapshots(): void {
    isIncomplete = false;
    for (const subscriber of subscribers) if (subscriber.state === 'current') subscriber.state = 'waiting';
  }

  async function follow(last: number): Promise<void> {
    const rows = await rowsAfter(cursor);
    if (rows.length === 0 || !isGapless(rows, cursor)) {
      // This process was so slow that the next events are deleted.
      cursor = last;
      expectSnapshots();
      return;
    }
    cursor += rows.length;
    for (const row of rows) {
      isIncomplete ||= row.isIncomplete;
      for (const subscriber of subscribers) if (subscriber.state === 'current') sendRow(subscriber, row);
    }
  }

  function sendRow(subscriber: Subscriber, { number, messages }: Row): void {
    if (number <= subscriber.position) return;
    subscriber.position = number;
    send(subscriber, messages);
  }

  function send(subscriber: Subscriber, messages: readonly LiveMessage[]): void {
    if (!subscriber.listener.send(messages)) subscriber.state = 'behind';
  }

  /** Sends clients that come back what they missed, if it is still stored. The others get a snapshot. */
  async function resumeWaiting(): Promise<void> {
    for (const subscriber of [...subscribers]) {
      const { state, after } = subscriber;
      if (state !== 'waiting' || !after) continue;
      subscriber.after = undefined;
      if (after.since !== since || after.number > cursor) continue;
      const from = after.sent === undefined ? after.number : after.number - 1;
      const rows = await rowsAfter(from);
      if (!isGapless(rows, from) || (rows.length === 0 && from < cursor) || rows.some((row) => row.isIncomplete))
        continue;
      subscriber.state = 'current';
      subscriber.position = from;
      for (const row of rows) {
        if (subscriber.state !== 'current') break;
        const isPartial = row.number === after.number && after.sent !== undefined;
        sendRow(subscriber, isPartial ? { ...row, messages: row.messages.slice(after.sent) } : row);
      }
    }
  }

  async function sendSnapshots(now: Micros): Promise<void> {
    const waiting = [...subscribers].filter(({ state }) => state === 'waiting');
    if (waiting.length === 0) return;
    const snapshot = await streamSnapshot(store.read, accountId, limits.liveVisitors);
    if (snapshot?.since !== since) return;
    snapshotAt = now;
    const id = formatEventId({ since, number: snapshot.last_number, sent: undefined });
    const messages = [snapshotMessage(id, snapshot)];
    for (const subscriber of waiting) {
      subscriber.state = 'current';
      subscriber.position = snapshot.last_number;
      send(subscriber, messages);
    }
  }

  async function rowsAfter(number: number): Promise<Row[]> {
    const rows = (await eventsAfter(store.read, accountId, number)).map((row) => ({
      number: row.number,
      ...readLiveEvents(row.events),
    }));
    const links = new Set(rows.flatMap(({ events }) => events.map(clickedLink)).filter((id) => id !== undefined));
    const slugs = new Map((await findLinks(store.read, accountId, [...links])).map(({ id, slug }) => [id, slug]));
    return rows.map((row) => ({
      number: row.number,
      isIncomplete: row.isIncomplete,
      messages: row.events.map((event, index) => {
        const sent = index + 1 < row.events.length ? index + 1 : undefined;
        return messageOf(formatEventId({ since, number: row.number, sent }), event, slugs);
      }),
    }));
  }

  const isRenewalDue = (now: Micros) => now - renewedAt >= RENEWED_EVERY;

  return {
    subscribers,
    isDue(position) {
      if (position?.since !== since || position.last_number > cursor || isRenewalDue(clock())) return true;
      return isIncomplete || [...subscribers].some(({ state }) => state === 'waiting');
    },
    advance() {
      running = running.catch(() => {}).then(advance);
      return running;
    },
  };
}

function isGapless(rows: readonly Row[], from: number): boolean {
  return rows.every(({ number }, index) => number === from + 1 + index);
}
