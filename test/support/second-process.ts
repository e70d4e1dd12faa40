// A second process, as it were: services of their own on the same database, which share nothing with the first.
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { openFileStorage } from '../../server/files/open.ts';
import { createServices } from '../../server/services.ts';
import { openStore } from '../../server/storage/store.ts';
import { createVisits } from '../../server/visits/index.ts';
import { createGeography } from '../../server/visits/record/geography.ts';
import type { Api } from './api.ts';

export async function secondProcess(t: TestContext, { config, clock: { now } }: Api) {
  const figures = { statements: 0 };
  const observe = () => {
    figures.statements += 1;
  };
  const store = await openStore(config.databaseUrl, { watch: true, observe });
  const clock = () => now;
  const logger = pino({ level: 'silent' });
  const geography = createGeography({ logger });
  const visits = createVisits({ store, clock, geography, logger });
  const files = openFileStorage(config);
  const dependencies = { config, store, files, clock, geography, visits, logger };
  const services = createServices(dependencies);
  t.after(async () => {
    await services.signIn.close();
    await visits.stop();
    files.close();
    geography.close();
    await store.close();
  });
  return { dependencies, services, figures };
}
