// The process: settings, start, and a stop that finishes what is under way.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createClock } from './clock.ts';
import { type Config, readConfig } from './config.ts';
import { createDemo } from './demo/index.ts';
import { createLogger } from './logger.ts';
import { isInstallationEmpty } from './storage/accounts.ts';
import { openStore } from './storage/store.ts';
import { createGeography } from './visits/geography.ts';
import { createVisits } from './visits/index.ts';

/** Runs the service until it is told to stop. */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment);
  const logger = createLogger(config.logLevel);
  const clock = createClock();
  const store = await openStore(config.databaseUrl, { watch: true });
  const geography = createGeography({ database: config.geoDatabase, logger });
  const visits = createVisits({ store, clock, geography, logger });
  const { server, routeNames } = await buildApp({ config, store, clock, geography, logger });

  const demo =
    config.demo && (await isInstallationEmpty(store.read))
      ? await createDemo({ store, clock, visits, routeNames })
      : undefined;
  await visits.start();
  await server.listen({ port: config.port, host: config.host });
  const address = addressOf(server, config);
  logger.info({ store: store.dialect.name }, `Fingerpost listens on ${address}`);
  if (demo) greet(address, demo.key);
  // Not before the first answer: reading the file of places takes a while, and only a visit needs it.
  setImmediate(() => void geography.load());

  await stopSignal();
  logger.info('stopping: what is under way is finished first');
  const deadline = setTimeout(() => {
    logger.error('not everything finished in time; stopping all the same');
    process.exit(1);
  }, config.stopTimeoutSeconds * 1000);
  await server.close();
  await visits.stop();
  await store.close();
  clearTimeout(deadline);
  logger.info('stopped');
}

/** A second signal ends the process at once, as the default would. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

function addressOf(server: FastifyInstance, config: Config): string {
  if (config.publicUrl) return config.publicUrl;
  const { port } = server.server.address() as AddressInfo;
  const everywhere = ['0.0.0.0', '::', ''].includes(config.host);
  const host = everywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${port}`;
}

function greet(address: string, key: string): void {
  console.log(`
A demo account, "demo", was made; the visits it shows are made up. Its API key, shown this once:

  ${key}

Try it:

  curl -H 'Authorization: Bearer ${key}' ${address}/api/v1/user

The reference: ${address}/docs
`);
}
