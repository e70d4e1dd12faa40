import { pino } from 'pino';
import { openStore, type Store } from '../../server/storage/store.ts';
import { createClock } from '../../server/system/clock.ts';
import { createVisits, type Visits } from '../../server/visits/index.ts';
import { createGeography } from '../../server/visits/record/geography.ts';

/** Opens what belongs to a database, and closes it afterwards. */
export async function withStore<T>(
  url: string,
  work: (store: Store, visits: Visits) => Promise<T>,
  { eventDays }: { eventDays?: number } = {},
): Promise<T> {
  const store = await openStore(url, { watch: false });
  const logger = pino({ level: 'warn' });
  const geography = createGeography({ logger });
  const visits = createVisits({ store, clock: createClock(), geography, logger, eventDays });
  try {
    return await work(store, visits);
  } finally {
    await visits.stop();
    geography.close();
    await store.close();
  }
}
