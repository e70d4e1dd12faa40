// What must not be stored for long: salts of past days, visitors who have left, events of live streams.
import { MINUTE, type Micros, SECOND } from '../../../contract/time.ts';
import { type Attempt, defineRecurring, type Job } from '../../jobs/job.ts';
import type { Store } from '../../storage/store.ts';
import { removeExpiredEverywhere } from '../../storage/visits/live.ts';
import { removePastEventsEverywhere } from '../../storage/visits/live-streams.ts';
import { forgetWritersBefore } from '../../storage/visits/visit-queue.ts';
import { deleteSaltsBefore } from '../../storage/visits/visits.ts';
import type { Clock } from '../../system/clock.ts';
import { yieldToRequests } from '../../system/pauses.ts';
import { oldestSalt } from '../record/salts.ts';
import { SEEN_RETENTION } from '../retention/retention-hold.ts';
import type { TrustedTime } from '../retention/trusted-time.ts';

const SWEPT_AT_ONCE = 2000;
/** How long the events of live streams are stored. */
const LIVE_EVENT_LIFE = 2 * MINUTE;

export function sweepVisits(store: Store, clock: Clock, time: TrustedTime): Job {
  const { dialect } = store;

  async function run({ signal }: Attempt): Promise<void> {
    const now = clock();
    await time.save();
    await store.note(async (tx) => {
      await dialect.erasing(tx);
      await deleteSaltsBefore(tx, oldestSalt(now));
      await forgetWritersBefore(tx, now - SEEN_RETENTION);
    });
    for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
      signal.throwIfAborted();
      swept = await sweepLive(now);
      await yieldToRequests();
    }
  }

  function sweepLive(now: Micros): Promise<number> {
    return dialect.queue.transaction().execute(async (tx) => {
      await dialect.erasingQueue(tx);
      const events = await removePastEventsEverywhere(tx, now - LIVE_EVENT_LIFE, SWEPT_AT_ONCE);
      return Math.max(events, await removeExpiredEverywhere(tx, now, SWEPT_AT_ONCE));
    });
  }

  return defineRecurring({ name: 'sweep-visits', every: 30 * SECOND, run });
}
