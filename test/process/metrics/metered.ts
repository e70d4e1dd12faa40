// The service with its metrics, in this process, with a manual clock and a fake geolocation file.

import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp, openMetrics } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { createAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { createKey } from '../../../server/domain/accounts/keys.ts';
import { openFileStorage } from '../../../server/files/open.ts';
import { openStore, type Store } from '../../../server/storage/store.ts';
import { createVisits, type Visits } from '../../../server/visits/index.ts';
import type { Geography } from '../../../server/visits/record/geography.ts';
import { NOON } from '../../support/api.ts';
import { type Exposition, parseExposition } from './exposition.ts';

export interface Metered {
  app: FastifyInstance;
  store: Store;
  visits: Visits;
  clock: { now: number };
  key(): Promise<string>;
  scrape(): Promise<Exposition>;
}

/** Built on 1 September 2026. */
const places = { builtAt: Date.UTC(2026, 8, 1) * 1000, reloads: 2, failures: 3, hits: 50, misses: 7, kept: 5 };

export async function metered(t: TestContext, databaseUrl: string): Promise<Metered> {
  const config = readConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', METRICS_PORT: '0' });
  const logger = pino({ level: 'silent' });
  const clock = { now: NOON };
  const now = () => clock.now;
  const metrics = (await openMetrics(config))!;
  const store = await openStore(databaseUrl, { watch: true, observe: metrics.observeStore });
  const geography: Geography = {
    locate: async () => ({ country: 'gb', city: 'London, GB' }),
    load: async () => {},
    licence: () => undefined,
    figures: () => places,
    close: () => {},
  };
  const visits = createVisits({ store, clock: now, geography, logger, observeAggregation: metrics.observeAggregation });
  metrics.measureStore({ store, clock: now, visits, geography });
  // Nothing is uploaded here.
  const files = openFileStorage(config);
  const app = await buildApp({ config, store, files, clock: now, geography, visits, logger, metrics });
  t.after(async () => {
    await app.close();
    await visits.stop();
    files.close();
    await store.close();
  });

  return {
    app,
    store,
    visits,
    clock,
    async key() {
      const request = { username: 'ada', email: 'ada@example.com', name: 'Ada' };
      const id = await createAccount(store, request, commandLine, clock.now);
      const wanted = { name: 'Test', scope: 'write', expiresAt: null } as const;
      return (await createKey(store, id, wanted, commandLine, clock.now)).key;
    },
    scrape: async () => parseExposition(await metrics.text()),
  };
}
