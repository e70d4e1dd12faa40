// Whether the clock may decide what is past. One that runs far ahead, for a few seconds after a start or for want of a
// battery, would have everything taken away that is still needed. So each round of the upkeep puts down when it was; a
// clock that says that more than a day has gone by since is believed once it has said so for an hour, by a monotonicClock that
// nobody sets. After a long stop, what is past then goes an hour later.
import { DAY, dateTime, HOUR, type Micros } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import { readUpkeepMark, setUpkeepMark } from '../../storage/installation.ts';
import type { Store } from '../../storage/store.ts';
import type { VisitLogger } from '../logger.ts';

const MAX_BETWEEN: Micros = DAY;
const DOUBTED_MS = HOUR / 1000;

export interface TrustedTime {
  /** Whether to go by the clock in this round. */
  isTrusted(): Promise<boolean>;
  /** The round was. */
  putDown(): Promise<void>;
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
  /** In milliseconds; it only goes forward. */
  monotonicClock?: (() => number) | undefined;
}): TrustedTime {
  let doubtedSince: number | undefined;
  return {
    async isTrusted() {
      const last = await readUpkeepMark(store.read);
      const now = clock();
      if (last === undefined || Math.abs(now - last) <= MAX_BETWEEN) {
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
    async putDown() {
      await store.note((tx) => setUpkeepMark(tx, clock()));
    },
  };
}
