// Compares services with different numbers of visits by alternating the same reads.
import type { TestContext } from 'node:test';
import { type Finding, median, quantile, spread } from '../../drill/support/findings.ts';
import { type Measurable, startService, unlimited } from '../../drill/support/processes.ts';
import type { Prepared } from '../database.ts';
import { type Asker, asking, filtersOf, nameOf, type Read } from './asking.ts';

const TARGET = 1.5;
const TARGET_MS = 20;
const ONE_FILTER_MS = 100;
const MORE_FILTERS_MS = 300;
/** All single visits of a year. */
const keepingVisits = { VISIT_EVENT_DAYS: '400' };
/** Reads per round, which ends earlier if they are slow. */
const READS = 100;
const LEAST_READS = 5;
const MAX_ROUND_MS = 2000;
const MAX_QUICK_ROUND_MS = 100;

/** The times of one round of reads in milliseconds, and the average CPU time of one read. */
interface Round {
  readonly times: number[];
  readonly cost: number;
}

interface Compared {
  readonly read: Read;
  /** For each database, in the order given. */
  readonly rounds: readonly Round[][];
}

interface Comparison {
  rounds: number;
  /** With short rounds, and databases that are too small to have the same keys. */
  quick: boolean;
  settings?: Readonly<Record<string, string>>;
}

/** Runs one round. */
type Measure = (read: Read) => Promise<Round>;

/** The database with the fewest visits comes first. */
export async function compare(
  t: TestContext,
  reads: readonly Read[],
  databases: readonly Prepared[],
  { rounds, quick, settings = {} }: Comparison,
): Promise<Compared[]> {
  const askers: Asker[] = [];
  const measures: Measure[] = [];
  for (const database of databases) {
    const service = await startService(t, database.url, { ...unlimited, ...keepingVisits, ...settings });
    const ask = asking(service, database);
    askers.push(ask);
    measures.push(measuring(service, ask, quick ? MAX_QUICK_ROUND_MS : MAX_ROUND_MS));
  }
  for (const read of reads) if (!quick && filtersOf(read) === 0) await assertAlike(read, askers);
  const all: Compared[] = reads.map((read) => ({ read, rounds: databases.map(() => []) }));
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { read, rounds: measured } of all) {
      for (const [index, measure] of measures.entries()) {
        const one = await measure(read);
        if (round > 0) measured[index]!.push(one);
      }
    }
  }
  return all;
}

/** Targets are for the largest database, if it is as large as they say. */
export function findingsOf(compared: readonly Compared[], hasTarget: boolean): Finding[] {
  return compared.map(({ read, rounds }) => {
    const [few, many] = [rounds[0]!, rounds.at(-1)!];
    const ratios = many.map(({ times }, round) => median(times) / median(few[round]!.times));
    const times = rounds.map((some) => some.flatMap((round) => round.times));
    const typical = times.map((some) => median(some));
    const slow = quantile(times.at(-1)!, 0.99);
    const parts = [
      `${typical.map((time) => time.toFixed(1)).join(' · ')} ms`,
      `largest ÷ smallest ${spread(ratios)}`,
      `CPU time ${median(many.map(({ cost }) => cost)).toFixed(1)} ms`,
      `99th percentile ${slow.toFixed(1)} ms`,
    ];
    return { what: nameOf(read), figure: parts.join('; '), ...(hasTarget && targetOf(read, typical.at(-1)!, ratios)) };
  });
}

/** Of a single database. */
export function plainFindingsOf(compared: readonly Compared[], condition: string): Finding[] {
  return compared.map(({ read, rounds: [some] }) => {
    const times = some!.flatMap((round) => round.times);
    const cost = median(some!.map((round) => round.cost));
    return {
      what: `${nameOf(read)}, ${condition}`,
      figure: `${median(times).toFixed(1)} ms; CPU time ${cost.toFixed(1)} ms`,
    };
  });
}

function targetOf(read: Read, milliseconds: number, ratios: readonly number[]): Pick<Finding, 'target' | 'met'> {
  const filters = filtersOf(read);
  if (filters > 0) {
    const limit = filters === 1 ? ONE_FILTER_MS : MORE_FILTERS_MS;
    return { target: `< ${limit} ms`, met: milliseconds < limit };
  }
  const isMet = milliseconds < TARGET_MS;
  if (read.parameters?.from !== undefined) return { target: `< ${TARGET_MS} ms`, met: isMet };
  return { target: `≤ ${TARGET}, < ${TARGET_MS} ms`, met: isMet && median(ratios) <= TARGET };
}

function measuring(service: Measurable, ask: Asker, maxMs: number): Measure {
  return async (read) => {
    const before = await service.cpuSeconds();
    const begun = performance.now();
    const isOver = () => performance.now() - begun > maxMs;
    const times: number[] = [];
    while (times.length < LEAST_READS || (times.length < READS && !isOver())) {
      times.push((await ask(read)).milliseconds);
    }
    return { times, cost: (1000 * ((await service.cpuSeconds()) - before)) / times.length };
  };
}

/** All answers must have the same size, or one would be slower for that. */
async function assertAlike(read: Read, askers: readonly Asker[]): Promise<void> {
  const sizes = new Set<number>();
  for (const ask of askers) sizes.add(propertiesIn(JSON.parse((await ask(read)).body)));
  if (sizes.size > 1) throw new Error(`${nameOf(read)} has answers of different sizes: ${[...sizes].join(', ')}`);
}

function propertiesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + 1 + propertiesIn(inner), 0);
}
