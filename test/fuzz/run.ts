// The long run: `npm run fuzz -- [--requests 10000] [--seed N] [--path P] [--engine sqlite|postgres]
// [--credentials keys|sessions]`. So many requests with keys, and as many with sessions. A failure prints the smallest
// failing request and the seed and path that reproduce it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type Engine, engines } from '../support/engines.ts';
import { NoPostgres, type PostgresServer, startPostgres } from '../support/postgres/server.ts';
import { assertUnharmed, closeStage, expectedStatuses, fuzz, openStage } from './check.ts';
import { assertCase, fuzzSockets } from './sockets.ts';
import { wireCases } from './wire-cases.ts';

/** With fewer requests, the statuses that occur depend on chance. */
const ENOUGH = 1000;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string' },
    engine: { type: 'string', multiple: true, default: engines.map(({ name }) => name) },
    credentials: { type: 'string', multiple: true, default: ['keys', 'sessions'] },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
const chosen = engines.filter(({ name }) => values.engine.includes(name));
const chosenCredentials = (['keys', 'sessions'] as const).filter((name) => values.credentials.includes(name));
if (
  !Number.isSafeInteger(requests) ||
  requests < 1 ||
  !Number.isSafeInteger(seed) ||
  chosen.length * chosenCredentials.length === 0
) {
  console.error(
    'Usage: npm run fuzz -- [--requests N] [--seed N] [--path P] [--engine sqlite|postgres] [--credentials keys|sessions]',
  );
  process.exit(2);
}

process.exitCode = process.env.TEST_DATABASE_URL ? await runAll() : await runWithPostgres();

/** In a child process: this one outlives it, and stops the server once nothing is connected. */
async function runWithPostgres(): Promise<number> {
  let postgres: PostgresServer | undefined;
  try {
    postgres = await startPostgres();
    const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: postgres.url },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await postgres?.stop();
  }
}

async function runAll(): Promise<number> {
  let failures = 0;
  for (const engine of chosen) if (!(await run(engine))) failures += 1;
  return failures === 0 ? 0 : 1;
}

async function run(engine: Engine): Promise<boolean> {
  const stage = await openStage(engine);
  const passed = { keys: 0, sessions: 0 };
  try {
    for (const credentials of chosenCredentials) {
      const name = `${engine.name}, ${credentials}`;
      console.log(`${name}: ${requests} requests, seed ${seed}`);
      const progress = (done: number) => {
        passed[credentials] = done;
        if (done % 1000 === 0) console.log(`${name}: ${done} of ${requests}`);
      };
      const { statuses, failure } = await fuzz(stage, { credentials, requests, seed, path: values.path, progress });
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
      console.log(`${name}: ${counts.join(', ')}`);
      if (failure) throw new Error(`A request failed.\n${failure}`);
      const isEnough = !values.path && requests >= ENOUGH;
      const missing = isEnough ? expectedStatuses.filter((status) => !statuses.has(status)) : [];
      if (missing.length > 0)
        throw new Error(`No request was answered with ${missing.join(', ')}: the run is incomplete.`);
    }

    const { port, passerbyKey } = stage;
    for (const wireCase of wireCases(passerbyKey)) await assertCase(port, wireCase);
    const damaged = await fuzzSockets(port, passerbyKey, { requests: Math.ceil(requests / 20), seed });
    if (damaged.failure) throw new Error(`A damaged request caused a fault.\n${damaged.failure}`);
    await assertUnharmed(stage, engine);
    console.log(`${engine.name}: ${passed.keys + passed.sessions} passed, 0 failed`);
    return true;
  } catch (error) {
    console.error(error);
    console.log(`${engine.name}: ${passed.keys + passed.sessions} passed, 1 failed`);
    return false;
  } finally {
    await closeStage(stage);
  }
}
