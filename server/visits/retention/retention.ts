// Retention: deletes seen visitors and individual visits that are too old, and what brought the visitors of past days, for
// every account. Once per UTC day, as soon as the salt of the day before is deleted, it goes through the accounts in id
// order, a few rows at a time. Progress is stored in the same transactions, so that any process can continue. Counts stay.
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, day, type Micros } from '../../../contract/time.ts';
import { type PruningMark, readPruningMark, setPruningMark } from '../../storage/installation.ts';
import type { Store } from '../../storage/store.ts';
import { oldVisitsAfter } from '../../storage/visits/old-visits.ts';
import { deleteEventsBefore } from '../../storage/visits/visit-events.ts';
import { lockCountsOf } from '../../storage/visits/visit-queue.ts';
import { forgetSeenBefore, forgetSourcesBefore } from '../../storage/visits/visits.ts';
import type { Clock } from '../../system/clock.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import type { Lease } from '../lease.ts';
import { oldestSalt } from '../record/salts.ts';
import { deleteSegmentsBefore } from '../segments/old-segments.ts';
import { forgettableBefore, SEEN_RETENTION } from './retention-hold.ts';

/** Small enough that a transaction does not block a single-writer store for long. */
const ACCOUNTS_AT_ONCE = 25;
const ROWS_AT_ONCE = 500;
/** They are long. */
const SEGMENTS_AT_ONCE = 8;
/** A pause after each step, so that requests come first. */
const REST_MS = 10;
/** Other maintenance tasks run after this time. The next round continues. */
const MAX_MS = 10_000;
/** A mark further in the future than this was written by a wrong clock. */
const MAX_AHEAD: Micros = 2 * DAY;

type ActiveMark = PruningMark & { after: number };

export interface Retention {
  /** Continues for a limited time, if there is work left today and this process holds the lease. */
  resume(isStopping: () => boolean): Promise<void>;
  /** When a run last finished, as far as this process knows. */
  finishedAt(): Micros | undefined;
}

export function createRetention({
  store,
  clock,
  lease,
  eventDays,
}: {
  store: Store;
  clock: Clock;
  lease: Lease;
  eventDays: number;
}): Retention {
  let finishedAt: Micros | undefined;

  /** Undefined if today's run is done. */
  async function markOfToday(now: Micros): Promise<ActiveMark | undefined> {
    const mark = await readPruningMark(store.read);
    finishedAt = mark?.finishedAt;
    if (mark?.after !== undefined) return { ...mark, after: mark.after };
    const today = oldestSalt(now);
    const isDone = mark !== undefined && mark.day >= today && mark.day <= day(now + MAX_AHEAD);
    return isDone ? undefined : { ...mark, day: today, after: 0 };
  }

  async function resume(isStopping: () => boolean): Promise<void> {
    const now = clock();
    const mark = await markOfToday(now);
    if (!mark) return;
    const deadline = performance.now() + MAX_MS;
    const bounds = {
      seenBefore: day(now - SEEN_RETENTION),
      sourcesBefore: oldestSalt(now),
      eventsBefore: now - eventDays * DAY,
    };
    while (!isStopping() && performance.now() < deadline) {
      const { last, accounts } = await oldVisitsAfter(store.read, mark.after, ACCOUNTS_AT_ONCE, bounds);
      if (last === undefined) {
        if (await saveMark({ day: mark.day, finishedAt: now })) finishedAt = now;
        return;
      }
      if (accounts.length > 0 && !(await prune(accounts, mark, bounds))) return;
      await (accounts.length > 0 ? sleep(REST_MS) : yieldToRequests());
      // Accounts after the last one with old visits have nothing to delete.
      if (accounts.every((accountId) => accountId <= mark.after)) mark.after = last;
    }
    await saveMark(mark);
  }

  /** Returns false if the lease is lost; nothing was done. */
  function prune(
    accounts: readonly number[],
    mark: ActiveMark,
    { sourcesBefore, eventsBefore }: { sourcesBefore: string; eventsBefore: Micros },
  ): Promise<boolean> {
    return store.writeVisits(async (tx) => {
      if (!(await lease.holdIn(tx))) return { result: false, changed: [] };
      await store.dialect.erasing(tx);
      await lockCountsOf(tx, store.dialect, accounts);
      const seenBefore = await forgettableBefore(tx, clock());
      let room = ROWS_AT_ONCE;
      let segmentRoom = SEGMENTS_AT_ONCE;
      for (const accountId of accounts) {
        if (seenBefore !== undefined) room -= await forgetSeenBefore(tx, accountId, seenBefore, room);
        if (room > 0) room -= await forgetSourcesBefore(tx, accountId, sourcesBefore, room);
        if (room > 0) room -= await deleteEventsBefore(tx, store.dialect, accountId, eventsBefore, room);
        if (room > 0) {
          segmentRoom -= await deleteSegmentsBefore(tx, store.dialect, accountId, eventsBefore, segmentRoom);
        }
        if (room === 0 || segmentRoom === 0) break;
        mark.after = accountId;
      }
      await setPruningMark(tx, mark);
      return { result: true, changed: [] };
    });
  }

  function saveMark(mark: PruningMark): Promise<boolean> {
    return store.writeVisits(async (tx) => {
      const isOurs = await lease.holdIn(tx);
      if (isOurs) await setPruningMark(tx, mark);
      return { result: isOurs, changed: [] };
    });
  }

  return { resume, finishedAt: () => finishedAt };
}
