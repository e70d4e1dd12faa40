// Takes away what is older than it is kept, of every account: who was seen, and visits one by one. Once a UTC day the
// accounts are walked through in the order of their ids, some rows at a time. How far it came is put down with what it
// took away, so that whoever sees to it next goes on from there. Counts stay.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { DAY, day, type Micros } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import { type PruningMark, readPruningMark, setPruningMark } from '../../storage/installation.ts';
import type { Store } from '../../storage/store.ts';
import { oldVisitsAfter } from '../../storage/visits/old-visits.ts';
import { deleteEventsBefore } from '../../storage/visits/visit-events.ts';
import { lockCountsOf } from '../../storage/visits/visit-queue.ts';
import { forgetSeenBefore } from '../../storage/visits/visits.ts';
import type { Lease } from '../lease.ts';
import { forgettableBefore, SEEN_KEPT } from './retention-hold.ts';

/** Few enough that a store with one writer, and whoever waits for it, is not held for long. */
const ACCOUNTS_AT_ONCE = 25;
const ROWS_AT_ONCE = 500;
/** After each step: visitors come first. */
const REST_MS = 10;
/** The rest of the upkeep has its turn after that; the next round goes on. */
const MAX_MS = 10_000;
/** What is put down by a clock that is further ahead than this was put down by one that is wrong. */
const MAX_AHEAD: Micros = 2 * DAY;

type UnderWay = PruningMark & { after: number };

export interface Retention {
  /** Goes on for a while, if there is something left to do today and as long as the lease is ours. */
  goOn(isStopping: () => boolean): Promise<void>;
  /** When a walk last came to its end, as far as is known here. */
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

  /** Undefined where the day's walk is over. */
  async function markOfToday(now: Micros): Promise<UnderWay | undefined> {
    const mark = await readPruningMark(store.read);
    finishedAt = mark?.finishedAt;
    if (mark?.after !== undefined) return { ...mark, after: mark.after };
    const isDone = mark !== undefined && mark.day >= day(now) && mark.day <= day(now + MAX_AHEAD);
    return isDone ? undefined : { ...mark, day: day(now), after: 0 };
  }

  async function goOn(isStopping: () => boolean): Promise<void> {
    const now = clock();
    const mark = await markOfToday(now);
    if (!mark) return;
    const deadline = performance.now() + MAX_MS;
    const bounds = { seenBefore: day(now - SEEN_KEPT), eventsBefore: now - eventDays * DAY };
    while (!isStopping() && performance.now() < deadline) {
      const { last, accounts } = await oldVisitsAfter(store.read, mark.after, ACCOUNTS_AT_ONCE, bounds);
      if (last === undefined) {
        if (await putDown({ day: mark.day, finishedAt: now })) finishedAt = now;
        return;
      }
      if (accounts.length > 0 && !(await prune(accounts, mark, bounds.eventsBefore))) return;
      await (accounts.length > 0 ? sleep(REST_MS) : nextTurn());
      // Behind the last that had any, there is nothing to take away.
      if (accounts.every((accountId) => accountId <= mark.after)) mark.after = last;
    }
    await putDown(mark);
  }

  /** False where the lease is no longer ours, and nothing was done. */
  function prune(accounts: readonly number[], mark: UnderWay, eventsBefore: Micros): Promise<boolean> {
    return store.writeVisits(async (tx) => {
      if (!(await lease.holdWithin(tx))) return { result: false, changed: [] };
      await store.dialect.erasing(tx);
      await lockCountsOf(tx, store.dialect, accounts);
      const seenBefore = await forgettableBefore(tx, clock());
      let room = ROWS_AT_ONCE;
      for (const accountId of accounts) {
        if (seenBefore !== undefined) room -= await forgetSeenBefore(tx, accountId, seenBefore, room);
        if (room > 0) room -= await deleteEventsBefore(tx, store.dialect, accountId, eventsBefore, room);
        if (room === 0) break;
        mark.after = accountId;
      }
      await setPruningMark(tx, mark);
      return { result: true, changed: [] };
    });
  }

  function putDown(mark: PruningMark): Promise<boolean> {
    return store.writeVisits(async (tx) => {
      const isOurs = await lease.holdWithin(tx);
      if (isOurs) await setPruningMark(tx, mark);
      return { result: isOurs, changed: [] };
    });
  }

  return { goOn, finishedAt: () => finishedAt };
}
