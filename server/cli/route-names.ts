// No username may be an address of ours, and the routes themselves say which those are.
import type { Config } from '../config.ts';
import type { Store } from '../storage/store.ts';

export async function routeNames(config: Config, store: Store): Promise<ReadonlySet<string>> {
  const [{ pino }, { buildApp }, { createClock }, { openVault }, { createGeography }, { createVisits }] =
    await Promise.all([
      import('pino'),
      import('../app.ts'),
      import('../clock.ts'),
      import('../files/open.ts'),
      import('../visits/geography.ts'),
      import('../visits/index.ts'),
    ]);
  const logger = pino({ level: 'silent' });
  const geography = createGeography({ logger });
  const clock = createClock();
  const visits = createVisits({ store, clock, geography, logger });
  const files = openVault(config);
  const { server, routeNames: names } = await buildApp({ config, store, files, clock, geography, visits, logger });
  await server.close();
  return names;
}
