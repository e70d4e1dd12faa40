// Two services that differ in how many visits they have counted, asked the same in turns.
import { type Figure, median, spread, thousands } from '../bench.ts';
import type { Prepared } from '../database.ts';
import { startService } from '../processes.ts';
import { type Answer, type Ask, asking, nameOf, type Read } from './asking.ts';

const TARGET = 1.5;
const TARGET_MS = 20;
/** In a round. */
const READS = 100;

export interface Pair<T> {
  readonly few: T;
  readonly many: T;
}

/** Milliseconds, round by round. */
interface Times extends Pair<number[][]> {
  readonly read: Read;
}

export async function compare(reads: readonly Read[], { few, many }: Pair<Prepared>, rounds: number): Promise<Times[]> {
  const ask = { few: asking(await startService(few.url), few), many: asking(await startService(many.url), many) };
  const all: Times[] = reads.map((read) => ({ read, few: [], many: [] }));
  for (const read of reads) await holdAlike(read, ask);
  // The first round is for warming up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { read, ...times } of all) {
      const timed = { few: await timesOf(read, ask.few), many: await timesOf(read, ask.many) };
      if (round === 0) continue;
      times.few.push(timed.few);
      times.many.push(timed.many);
    }
  }
  return all;
}

/** Without a target, for information. */
export function figuresOf(times: readonly Times[], counts: Pair<number>, hasTarget = true): Figure[] {
  return times.map(({ read, few, many }) => {
    const ratios = many.map((round, index) => median(round) / median(few[index]!));
    const each = (rounds: number[][]) => median(rounds.flat()).toFixed(2);
    const slow = slowest(many.flat(), 0.01);
    const worst = Math.max(...many.flat());
    return {
      name: `${nameOf(read)}, of ${thousands(counts.many)} visits ÷ of ${thousands(counts.few)}`,
      figure: `${spread(ratios)}: ${each(many)} ÷ ${each(few)} ms; 99 in 100 within ${slow.toFixed(1)} ms, the longest ${worst.toFixed(1)} ms`,
      ...(hasTarget && {
        target: `≤ ${TARGET}, 99 in 100 < ${TARGET_MS} ms`,
        met: median(ratios) <= TARGET && slow < TARGET_MS,
      }),
    };
  });
}

async function timesOf(read: Read, ask: Ask): Promise<number[]> {
  const times: number[] = [];
  while (times.length < READS) times.push((await ask(read)).milliseconds);
  return times;
}

/** What so large a share of them reaches or exceeds. */
function slowest(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => b - a)[Math.floor(times.length * share)]!;
}

/** Both have to tell as much, or the one would be slower for that. */
async function holdAlike(read: Read, ask: Pair<Ask>): Promise<void> {
  const [few, many] = [extentOf(await ask.few(read)), extentOf(await ask.many(read))];
  if (few !== many) throw new Error(`${nameOf(read)} tells ${few} of few visits, and ${many} of many`);
}

function extentOf({ body }: Answer): string {
  const told = JSON.parse(body);
  return `${propertiesIn(told)} properties of ${told.meta?.total ?? 1} records`;
}

function propertiesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + 1 + propertiesIn(inner), 0);
}
