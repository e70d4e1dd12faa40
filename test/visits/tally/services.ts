// The service in one or several processes, with clocks set by the test.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Micros } from '../../../contract/time.ts';
import { openStore } from '../../../server/storage/store.ts';
import { createClock } from '../../../server/system/clock.ts';
import { createVisits } from '../../../server/visits/index.ts';
import { type Server, startServer } from '../../support/server.ts';
import { placesFile } from '../places-file.ts';
import { networks } from './people.ts';

const service = new URL('../children/clocked-service.ts', import.meta.url);

export async function startServers(
  t: TestContext,
  databaseUrl: string,
  processes: number,
  at: Micros,
): Promise<Server[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-test-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const places = join(folder, 'places.mmdb');
  await writeFile(places, placesFile(networks));
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    GEO_DATABASE: places,
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://links.example',
    RATE_LIMIT: '0',
    CLOCK: String(at),
  };
  return Promise.all(Array.from({ length: processes }, () => startServer(t, environment, service)));
}

/** Sets each process's clock, which then runs or stands still. */
export async function setClocks(
  servers: readonly Server[],
  clocks: readonly Micros[],
  isStill: boolean,
): Promise<void> {
  const since = isStill ? '' : ` ${process.hrtime.bigint()}`;
  await Promise.all(
    servers.map(async (server, index) => {
      const line = `${clocks[index]}${since}`;
      server.say(`${line}\n`);
      await server.wrote(new RegExp(`^the clock is set: ${line}$`, 'm'));
    }),
  );
}

export async function stopServers(servers: readonly Server[]): Promise<void> {
  for (const server of servers) {
    server.kill('SIGTERM');
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    assert.equal(server.stderr(), '');
  }
}

/** By another process while they run. */
export async function rollUpAll(databaseUrl: string): Promise<void> {
  const store = await openStore(databaseUrl, { watch: false });
  const geography = { locate: async () => ({ country: 'xx', city: 'Unknown, XX' }) };
  await createVisits({ store, clock: createClock(), geography, logger: console }).aggregateAll();
  await store.close();
}
