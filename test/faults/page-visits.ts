// Visits to one page, each from its own address, recorded by this process next to the service.
import { pino } from 'pino';
import { createClock } from '../../server/clock.ts';
import { openStore } from '../../server/storage/store.ts';
import { PAGE } from '../../server/storage/visits/visits.ts';
import { createVisits } from '../../server/visits/index.ts';

export interface PageVisits {
  /** Rejects if the visit is not recorded. */
  record(): Promise<void>;
  /** How many are recorded. */
  acknowledged(): number;
  /** Resolves when all of them are counted. */
  stop(): Promise<void>;
}

export async function startPageVisits(databaseUrl: string, accountId: number): Promise<PageVisits> {
  const store = await openStore(databaseUrl, { watch: false });
  const geography = { locate: async () => ({ country: 'xx', city: 'Unknown, XX' }) };
  const visits = createVisits({ store, clock: createClock(), geography, logger: pino({ level: 'silent' }) });
  visits.start();
  let acknowledged = 0;
  let sent = 0;
  return {
    async record() {
      sent += 1;
      const address = [10, sent >> 16, (sent >> 8) & 255, sent & 255].join('.');
      await visits.record({ accountId, targetId: PAGE, address, userAgent: 'Mozilla/5.0' });
      acknowledged += 1;
    },
    acknowledged: () => acknowledged,
    async stop() {
      await visits.foldAll();
      await visits.stop();
      await store.close();
    },
  };
}
