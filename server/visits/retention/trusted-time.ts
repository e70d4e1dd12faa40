// Whether maintenance may trust the system clock. A clock that runs far ahead, for a few seconds after a start or because
// of an empty battery, would cause data to be deleted too early. Maintenance therefore stores its time twice a minute. If
// the clock is more than a day off that time, it is trusted only after an hour, measured with a monotonic clock, in which
// no other process has stored one. After a long downtime, maintenance starts an hour late.
import { DAY, dateTime, HOUR, type Micros } from '../../../contract/time.ts';
import { readUpkeepMark, setUpkeepMark } from '../../storage/installation.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import type { VisitLogger } from '../logger.ts';

const MAX_DIFFERENCE: Micros = DAY;
const DOUBTED_MS = HOUR / 1000;
/** The clock is compared whenever somebody asks; what it is compared with is read that often. */
const READ_EVERY_MS = 10_000;

export interface TrustedTime {
  /** Whether to trust the clock now. */
  isTrusted(): Promise<boolean>;
  /** Stores the present time. */
  save(): Promise<void>;
}

export function createTrustedTime({
  store,
  clock,
  logger,
  monotonicClock = () => performance.now(),
}: {
  store: Store;
  clock: Clock;
  logger: Pick<VisitLogger, 'error'>;
  /** In milliseconds; never goes backwards. */
  monotonicClock?: (() => number) | undefined;
}): TrustedTime {
  let last: Micros | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let doubted: { since: number; last: Micros } | undefined;

  async function lastMark(): Promise<Micros | undefined> {
    const now = monotonicClock();
    if (now - readAt >= READ_EVERY_MS) {
      last = await readUpkeepMark(store.read);
      readAt = now;
    }
    return last;
  }

  return {
    async isTrusted() {
      const mark = await lastMark();
      const now = clock();
      if (mark === undefined || Math.abs(now - mark) <= MAX_DIFFERENCE) {
        doubted = undefined;
        return true;
      }
      if (doubted?.last !== mark) {
        if (!doubted) {
          logger.error(
            { now: dateTime(now), last: dateTime(mark) },
            'The system clock is more than a day off the last maintenance run: maintenance is paused for an hour',
          );
        }
        doubted = { since: monotonicClock(), last: mark };
      }
      return monotonicClock() - doubted.since >= DOUBTED_MS;
    },
    async save() {
      const now = clock();
      await store.note((tx) => setUpkeepMark(tx, now));
      last = now;
    },
  };
}
