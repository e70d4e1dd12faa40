// No username may be an address of ours, and the routes themselves say which those are.
import type { Config } from '../config.ts';
import type { Store } from '../storage/store.ts';

export async function routeNames(config: Config, store: Store): Promise<ReadonlySet<string>> {
  const [{ pino }, { buildApp }, { createClock }, { createGeography }] = await Promise.all([
    import('pino'),
    import('../app.ts'),
    import('../clock.ts'),
    import('../visits/geography.ts'),
  ]);
  const logger = pino({ level: 'silent' });
  const geography = createGeography({ logger });
  const { server, routeNames: names } = await buildApp({ config, store, clock: createClock(), geography, logger });
  await server.close();
  return names;
}
