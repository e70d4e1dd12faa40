// Compares two services with few and many visits by alternating the same reads.
import { type Figure, median, spread, thousands } from '../bench.ts';
import type { Prepared } from '../database.ts';
import { type Server, startService } from '../processes.ts';
import { type Ask, asking, nameOf, type Read } from './asking.ts';

const TARGET = 1.5;
const TARGET_MS = 20;
/** Reads per round, which ends earlier if they are slow. */
const READS = 100;
const LEAST_READS = 5;
const MAX_ROUND_MS = 3000;

export interface Pair<T> {
  readonly few: T;
  readonly many: T;
}

/** The times of one round of reads in milliseconds, and the average CPU time of one read. */
interface Round {
  readonly times: number[];
  readonly cost: number;
}

interface Compared extends Pair<Round[]> {
  readonly read: Read;
}

/** Retention keeps all single visits. */
const settings = { VISIT_EVENT_DAYS: '400' };

/** Runs one round. */
type Measure = (read: Read) => Promise<Round>;

export async function compare(
  reads: readonly Read[],
  { few, many }: Pair<Prepared>,
  rounds: number,
): Promise<Compared[]> {
  const services = { few: await startService(few.url, settings), many: await startService(many.url, settings) };
  const ask = { few: asking(services.few, few), many: asking(services.many, many) };
  const measure = { few: measuring(services.few, ask.few), many: measuring(services.many, ask.many) };
  const all: Compared[] = reads.map((read) => ({ read, few: [], many: [] }));
  for (const read of reads) if (!read.isFiltered) await assertAlike(read, ask);
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { read, ...compared } of all) {
      const one = { few: await measure.few(read), many: await measure.many(read) };
      if (round === 0) continue;
      compared.few.push(one.few);
      compared.many.push(one.many);
    }
  }
  return all;
}

/** Without a target, for information. */
export function figuresOf(compared: readonly Compared[], counts: Pair<number>, hasTarget = true): Figure[] {
  return compared.map(({ read, few, many }) => {
    const ratios = many.map(({ times }, round) => median(times) / median(few[round]!.times));
    const costs = many.map(({ cost }, round) => cost / few[round]!.cost);
    const [fewTimes, manyTimes] = [few, many].map((rounds) => rounds.flatMap(({ times }) => times)) as [
      number[],
      number[],
    ];
    const slow = slowest(manyTimes, 0.01);
    const parts = [
      `${spread(ratios)}: ${median(manyTimes).toFixed(2)} ÷ ${median(fewTimes).toFixed(2)} ms`,
      `by CPU time ${median(costs).toFixed(2)}: ${median(many.map(({ cost }) => cost)).toFixed(2)} ms`,
      `99th percentile ${slow.toFixed(1)} ms, longest ${Math.max(...manyTimes).toFixed(1)} ms`,
    ];
    return {
      name: `${nameOf(read)}, ${thousands(counts.many)} ÷ ${thousands(counts.few)} visits`,
      figure: parts.join('; '),
      ...(hasTarget &&
        !read.isFiltered && {
          target: `≤ ${TARGET}, 99th percentile < ${TARGET_MS} ms`,
          met: median(ratios) <= TARGET && slow < TARGET_MS,
        }),
    };
  });
}

function measuring(service: Server, ask: Ask): Measure {
  return async (read) => {
    const before = await service.cpuSeconds();
    const begun = performance.now();
    const isOver = () => performance.now() - begun > MAX_ROUND_MS;
    const times: number[] = [];
    while (times.length < LEAST_READS || (times.length < READS && !isOver())) {
      times.push((await ask(read)).milliseconds);
    }
    return { times, cost: (1000 * ((await service.cpuSeconds()) - before)) / times.length };
  };
}

/** The time that this share of reads reaches or exceeds. */
function slowest(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => b - a)[Math.floor(times.length * share)]!;
}

/** Both answers must have the same size, or one would be slower for that. */
async function assertAlike(read: Read, ask: Pair<Ask>): Promise<void> {
  const [few, many] = [await ask.few(read), await ask.many(read)].map(({ body }) => propertiesIn(JSON.parse(body)));
  if (few !== many) throw new Error(`${nameOf(read)} has ${few} properties of few visits, and ${many} of many`);
}

function propertiesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + 1 + propertiesIn(inner), 0);
}
