// How fast one and two processes aggregate visits on PostgreSQL: with partitions they aggregate in parallel.
import { engines } from '../test/support/engines.ts';
import { NoPostgres, startPostgres } from '../test/support/postgres/server.ts';
import { addAccounts, rateOf, record, startAggregating } from './aggregation-rate.ts';
import { type BenchOptions, median, type Outcome, spread, thousands } from './bench.ts';

const TARGET = 1.5;
const ACCOUNTS = 320;
const VISITS = 60_000;

export async function aggregating(options: BenchOptions): Promise<Outcome> {
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
  await addAccounts(databaseUrl, ACCOUNTS);
  const children = [await startAggregating(databaseUrl), await startAggregating(databaseUrl)];
  const [one, two]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const rates: number[] = [];
      for (const some of [children.slice(0, 1), children]) {
        await record(databaseUrl, ACCOUNTS, VISITS, round);
        rates.push(await rateOf(some, VISITS));
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
      `${thousands(VISITS)} visits of ${thousands(ACCOUNTS)} accounts wait in the 16 partitions of PostgreSQL, which runs on the same machine. Each process and its PostgreSQL backend run in parallel.`,
    ],
  };
}
