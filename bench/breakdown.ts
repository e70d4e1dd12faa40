// Reading a breakdown of many visits beside one of few: it is to cost what its keys cost, not what its visits do.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { viewsReport } from '../server/visits/report.ts';
import { type BenchOptions, median, type Outcome, spread, thousands } from './bench.ts';
import { inFolder, type Prepared, prepareDatabase, withStore } from './database.ts';
import { type Server, startLoader, startService } from './processes.ts';

const TARGET = 1.5;
const FEW = 100_000;
const MANY = 2_000_000;
const MANY_IN_FULL = 10_000_000;
const READS = 200;
const OPENINGS = 7;
const PROGRESS_EVERY = 500_000;

export async function breakdown(options: BenchOptions): Promise<Outcome> {
  const many = options.full ? MANY_IN_FULL : MANY;
  return inFolder(async (folder) => {
    const small = await prepareDatabase(join(folder, 'few.db'), FEW);
    const begun = performance.now();
    const large = await prepareDatabase(join(folder, 'many.db'), many, (done) => {
      if (done % PROGRESS_EVERY !== 0 && done !== many) return;
      const rate = done / ((performance.now() - begun) / 1000);
      options.say(`breakdown: ${thousands(done)} of ${thousands(many)} visits, ${thousands(rate)}/s`);
    });
    const filled = (performance.now() - begun) / 1000;
    const { size } = await stat(join(folder, 'many.db'));

    const first = await firstReads(small, large);
    const read = await reads(small, large, many, options.rounds);
    const asked = await requests(small, large, options);
    const ratio = (times: Times) => times.large.map((time, round) => time / times.small[round]!);
    const target = (times: Times) => ({ target: `≤ ${TARGET}`, met: median(ratio(times)) <= TARGET });
    const told = (times: Times, digits: number) =>
      `${spread(ratio(times))}: ${median(times.large).toFixed(digits)} ÷ ${median(times.small).toFixed(digits)} ms`;
    const against = `of ${thousands(many)} visits ÷ of ${thousands(FEW)}`;
    return {
      figures: [
        { name: `breakdown ${against}`, figure: told(read, 3), ...target(read) },
        { name: `over HTTP, made anew, ${against}`, figure: told(asked, 3), ...target(asked) },
        { name: `first read after opening the database, ${against}`, figure: told(first, 2) },
        {
          name: `recording and counting ${thousands(many)} visits`,
          figure: `${Math.round(filled)} s, ${thousands(many / filled)} a second; the database has ${thousands(size / 2 ** 20)} MiB`,
        },
      ],
      notes: [
        `All that was recorded of one page over thirty days, three in ten by somebody who was there shortly before; both have the same ${thousands(read.keys)} keys. Median of ${READS} reads, rounds alternating.`,
        'Over HTTP with one connection and the parameters as the JSON body of the GET, for which no answer is kept.',
        ...(options.full ? [] : [`"--full" takes ${thousands(MANY_IN_FULL)} visits.`]),
      ],
    };
  });
}

/** Milliseconds, round by round. */
interface Times {
  small: number[];
  large: number[];
}

async function reads(
  small: Prepared,
  large: Prepared,
  views: number,
  rounds: number,
): Promise<Times & { keys: number }> {
  return withStore(small.url, (fewStore) =>
    withStore(large.url, async (manyStore) => {
      const readSmall = () => viewsReport(fewStore.read, small.accountId);
      const readLarge = () => viewsReport(manyStore.read, large.accountId);
      const [few, many] = [await readSmall(), await readLarge()];
      if (keyCount(few) !== keyCount(many)) throw new Error('The two breakdowns have different keys');
      if (few.getviews.visits !== FEW || many.getviews.visits !== views) throw new Error('Not every visit was counted');

      const times: Times = { small: [], large: [] };
      for (let round = 0; round <= rounds; round += 1) {
        const timed = { small: await medianTime(readSmall), large: await medianTime(readLarge) };
        // The first round is for warming up.
        if (round === 0) continue;
        times.small.push(timed.small);
        times.large.push(timed.large);
      }
      return { ...times, keys: keyCount(few) };
    }),
  );
}

async function firstReads(small: Prepared, large: Prepared): Promise<Times> {
  const times: Times = { small: [], large: [] };
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    for (const [which, { url, accountId }] of Object.entries({ small, large }) as [keyof Times, Prepared][]) {
      times[which].push(await withStore(url, (store) => time(() => viewsReport(store.read, accountId))));
    }
  }
  return times;
}

async function requests(small: Prepared, large: Prepared, { rounds, seconds }: BenchOptions): Promise<Times> {
  const load = startLoader();
  const servers = { small: await startService(small.url), large: await startService(large.url) };
  async function ask(server: Server, { key }: Prepared): Promise<number> {
    const { perSecond } = await load({
      url: `${server.url}/api/v1/analytics/views`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
      connections: 1,
      seconds,
    });
    return 1000 / perSecond;
  }
  const times: Times = { small: [], large: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const timed = { small: await ask(servers.small, small), large: await ask(servers.large, large) };
    if (round === 0) continue;
    times.small.push(timed.small);
    times.large.push(timed.large);
  }
  return times;
}

function keyCount(report: Awaited<ReturnType<typeof viewsReport>>): number {
  const { countries, cities, devices, browsers } = report;
  return [countries, cities, devices, browsers].reduce((sum, map) => sum + Object.keys(map).length, 0);
}

async function medianTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  while (times.length < READS) times.push(await time(work));
  return median(times);
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
