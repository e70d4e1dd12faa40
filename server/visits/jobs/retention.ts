// Retention: deletes seen visitors and individual visits that are too old, and what brought the visitors of past days, for
// every account. Once per UTC day, as soon as the salt of the day before is deleted, it goes through the accounts in id
// order, a few rows at a time. Progress is stored in the same transactions, so that any process continues. Counts stay.
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, day, MINUTE, type Micros } from '../../../contract/time.ts';
import { type Attempt, defineRecurring, type Job } from '../../jobs/job.ts';
import { type PruningMark, readPruningMark, setPruningMark } from '../../storage/installation.ts';
import type { Store } from '../../storage/store.ts';
import { oldVisitsAfter } from '../../storage/visits/old-visits.ts';
import { deleteEventsBefore } from '../../storage/visits/visit-events.ts';
import { lockCountsOf } from '../../storage/visits/visit-queue.ts';
import { forgetSeenBefore, forgetSourcesBefore } from '../../storage/visits/visits.ts';
import type { Clock } from '../../system/clock.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import { oldestSalt } from '../record/salts.ts';
import { forgettableBefore, SEEN_RETENTION } from '../retention/retention-hold.ts';
import { deleteSegmentsBefore } from '../segments/old-segments.ts';

/** Small enough that a transaction does not block a single-writer store for long. */
const ACCOUNTS_AT_ONCE = 25;
const ROWS_AT_ONCE = 500;
/** They are long. */
const SEGMENTS_AT_ONCE = 8;
/** A pause after each step, so that requests come first. */
const REST_MS = 10;
/** A mark further in the future than this was written by a wrong clock. */
const MAX_AHEAD: Micros = 2 * DAY;

type ActiveMark = PruningMark & { after: number };

interface Bounds {
  now: Micros;
  seenBefore: string;
  sourcesBefore: string;
  eventsBefore: Micros;
}

export function runRetention(store: Store, clock: Clock, eventDays: number): Job {
  async function run({ signal }: Attempt): Promise<void> {
    const now = clock();
    const mark = markOfToday(await readPruningMark(store.read), now);
    if (!mark) return;
    const bounds: Bounds = {
      now,
      seenBefore: day(now - SEEN_RETENTION),
      sourcesBefore: oldestSalt(now),
      eventsBefore: now - eventDays * DAY,
    };
    for (;;) {
      signal.throwIfAborted();
      const { last, accounts } = await oldVisitsAfter(store.read, mark.after, ACCOUNTS_AT_ONCE, bounds);
      if (last === undefined) break;
      if (accounts.length > 0) await prune(accounts, mark, bounds);
      await (accounts.length > 0 ? sleep(REST_MS) : yieldToRequests());
      // Accounts after the last one with old visits have nothing to delete.
      if (accounts.every((accountId) => accountId <= mark.after)) mark.after = last;
    }
    await store.note((tx) => setPruningMark(tx, { day: mark.day, finishedAt: now }));
  }

  function prune(
    accounts: readonly number[],
    mark: ActiveMark,
    { now, sourcesBefore, eventsBefore }: Bounds,
  ): Promise<void> {
    return store.writeVisits(async (tx) => {
      await store.dialect.erasing(tx);
      await lockCountsOf(tx, store.dialect, accounts);
      const seenBefore = await forgettableBefore(tx, now);
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
      return { result: undefined, changed: [] };
    });
  }

  return defineRecurring({ name: 'retention', every: MINUTE, run });
}

/** Where to continue. Undefined if today's run is done. */
function markOfToday(mark: PruningMark | undefined, now: Micros): ActiveMark | undefined {
  if (mark?.after !== undefined) return { ...mark, after: mark.after };
  const today = oldestSalt(now);
  const isDone = mark !== undefined && mark.day >= today && mark.day <= day(now + MAX_AHEAD);
  return isDone ? undefined : { ...mark, day: today, after: 0 };
}
