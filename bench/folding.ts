// How fast one and two processes fold visits on PostgreSQL: with lanes they fold in parallel.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClock } from '../server/clock.ts';
import { openStore } from '../server/storage/store.ts';
import type { VisitEvent } from '../server/visits/record/identify.ts';
import { engines } from '../test/support/engines.ts';
import { NoPostgres, startPostgres } from '../test/support/postgres/server.ts';
import { accountRow } from '../test/support/store.ts';
import { type BenchOptions, median, type Outcome, spread, thousands } from './bench.ts';
import { withStore } from './database.ts';

const TARGET = 1.5;
const ACCOUNTS = 320;
const VISITS = 60_000;
const BATCH = 1000;

export async function folding(options: BenchOptions): Promise<Outcome> {
  const server = await startPostgres().catch((error: unknown) => {
    if (error instanceof NoPostgres) return undefined;
    throw error;
  });
  if (!server) return { figures: [], notes: ['PostgreSQL is not available on this machine.'] };
  process.env.TEST_DATABASE_URL = server.url;
  try {
    return await compare(options);
  } finally {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
  }
}

async function compare({ rounds, say }: BenchOptions): Promise<Outcome> {
  const postgres = engines.find(({ name }) => name === 'postgres')!;
  const { databaseUrl, drop } = await postgres.emptyDatabase();
  await prepare(databaseUrl);
  const children = [await startChild(databaseUrl), await startChild(databaseUrl)];
  const [one, two]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const rates: number[] = [];
      for (const some of [children.slice(0, 1), children]) {
        await record(databaseUrl, round);
        rates.push(await rateOf(some));
      }
      say(`folding: one process ${thousands(rates[0]!)}/s, two ${thousands(rates[1]!)}/s`);
      // The first round is a warm-up.
      if (round === 0) continue;
      one.push(rates[0]!);
      two.push(rates[1]!);
    }
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await drop();
  }
  const ratios = two.map((rate, index) => rate / one[index]!);
  return {
    figures: [
      {
        name: 'visits counted by two processes ÷ by one',
        figure: spread(ratios),
        target: `≥ ${TARGET}`,
        met: median(ratios) >= TARGET,
      },
      { name: 'visits counted per second by one process', figure: spread(one, 0) },
      { name: 'visits counted per second by two processes', figure: spread(two, 0) },
    ],
    notes: [
      `${thousands(VISITS)} visits of ${thousands(ACCOUNTS)} accounts wait in the 16 lanes of PostgreSQL, which runs on the same machine. Each process and its PostgreSQL backend run in parallel.`,
    ],
  };
}

async function prepare(url: string): Promise<void> {
  const store = await openStore(url, { watch: false });
  for (let id = 1; id <= ACCOUNTS; id += 1) {
    await store.write(id, (tx) => tx.insertInto('account').values(accountRow(id)).execute());
  }
  await store.close();
}

function record(url: string, round: number): Promise<void> {
  const at = createClock()();
  return withStore(url, async (_store, visits) => {
    for (let from = 0; from < VISITS; from += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, index): VisitEvent => {
        const number = from + index;
        const accountId = 1 + (number % ACCOUNTS);
        const visitor = `visitor ${round} ${number % 20_000}`;
        return {
          accountId,
          targetId: 0,
          at,
          visitor,
          country: 'gb',
          city: 'London, GB',
          os: 'Windows',
          browser: 'Chrome',
        };
      });
      await visits.recordMany(batch);
    }
  });
}

async function startChild(url: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('processes/fold.ts', import.meta.url)), [url], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  await once(child, 'message');
  return child;
}

async function rateOf(children: readonly ChildProcess[]): Promise<number> {
  const began = performance.now();
  const counts = await Promise.all(
    children.map(async (child) => {
      const counted = once(child, 'message');
      child.send('count');
      return (await counted)[0] as number;
    }),
  );
  const visits = counts.reduce((sum, count) => sum + count, 0);
  if (visits !== VISITS) throw new Error(`${visits} of ${VISITS} visits were counted`);
  return visits / ((performance.now() - began) / 1000);
}
