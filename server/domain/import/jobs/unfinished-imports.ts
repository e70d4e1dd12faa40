import { HOUR, MINUTE, type Micros } from '../../../../contract/time.ts';
import { defineRecurring, type Job } from '../../../jobs/job.ts';
import { removeHiddenRows, unfinishedImports } from '../../../storage/page/pending-rows.ts';
import type { Store } from '../../../storage/store.ts';
import type { Clock } from '../../../system/clock.ts';

/** No import takes that long. One that does starts again. */
const OVERDUE: Micros = 2 * MINUTE;
const ACCOUNTS_AT_ONCE = 100;

/** Removes the hidden rows of imports that were killed. */
export function removeUnfinishedImports(store: Store, clock: Clock): Job {
  return defineRecurring({
    name: 'unfinished-imports',
    every: HOUR,
    async run({ signal }) {
      for (const accountId of await unfinishedImports(store.read, clock() - OVERDUE, ACCOUNTS_AT_ONCE)) {
        signal.throwIfAborted();
        await removeHiddenRows(store, accountId);
      }
    },
  });
}
