// Whether retention may trust the system clock. A clock that runs far ahead, for a few seconds after a start or because
// of an empty battery, would cause data to be deleted too early. Each maintenance round therefore stores its time. If
// the clock is more than a day off that time, it is trusted only after an hour, measured with a monotonic clock. After
// a long downtime, retention starts an hour late.
import { DAY, dateTime, HOUR, type Micros } from '../../../contract/time.ts';
import { readUpkeepMark, setUpkeepMark } from '../../storage/installation.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import type { VisitLogger } from '../logger.ts';

const MAX_DIFFERENCE: Micros = DAY;
const DOUBTED_MS = HOUR / 1000;

export interface TrustedTime {
  /** Whether to trust the clock in this round. */
  isTrusted(): Promise<boolean>;
  /** Stores the time of this round. */
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
  logger: VisitLogger;
  /** In milliseconds; never goes backwards. */
  monotonicClock?: (() => number) | undefined;
}): TrustedTime {
  let doubtedSince: number | undefined;
  return {
    async isTrusted() {
      const last = await readUpkeepMark(store.read);
      const now = clock();
      if (last === undefined || Math.abs(now - last) <= MAX_DIFFERENCE) {
        doubtedSince = undefined;
        return true;
      }
      if (doubtedSince === undefined) {
        doubtedSince = monotonicClock();
        logger.error(
          { now: dateTime(now), last: dateTime(last) },
          'The system clock is more than a day off the last maintenance run: retention is paused for an hour',
        );
      }
      return monotonicClock() - doubtedSince >= DOUBTED_MS;
    },
    async save() {
      await store.note((tx) => setUpkeepMark(tx, clock()));
    },
  };
}
