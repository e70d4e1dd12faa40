// Reading visits one by one, the newest first: first how many there are in each day, then in each quarter of an hour of a
// day that is looked at, then piece by piece, a piece being as much as is well held in memory. However many read at once,
// one step is made in a turn of the event loop, so that what is asked for beside it is answered in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../../../contract/errors.ts';
import { DAY, type Micros } from '../../../contract/time.ts';
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import type { Executor } from '../../storage/tables.ts';
import {
  countEvents,
  type EventRange,
  firstOfEvents,
  QUARTER,
  readEventTexts,
} from '../../storage/visits/visit-events.ts';
import { atOf, type KeptEvent, linesIn, readKept, written } from '../count/kept-events.ts';

const EVENTS_IN_A_PIECE = 2000;
/** A quarter of an hour that has more than this is read in parts of which each has about as many. */
const EVENTS_IN_A_QUARTER = 10_000;
const LINES_IN_A_STEP = 500;
/** Of one account, at the same time. */
const MAX_READERS = 16;

export type Filters = ReadonlyMap<VisitDimension, string>;

export interface EventQuery {
  accountId: number;
  /** Without one, of the page and of every link. */
  targetId?: number | undefined;
  /** From a UTC midnight to another. */
  from: Micros;
  to: Micros;
  filters: Filters;
}

interface Part {
  from: Micros;
  to: Micros;
  count: number;
}

export interface Survey {
  /** Those that have any, the newest first. */
  days: Part[];
  /** Of the account, the target and the time; filters are not looked at. */
  count: number;
  /** Of the account: before that, none are kept. */
  since: Micros | undefined;
}

/** How many there are, and when. */
export async function survey(executor: Executor, { accountId, targetId, from, to }: EventQuery): Promise<Survey> {
  const since = await firstOfEvents(executor, accountId);
  const counts = await countEvents(executor, { accountId, targetId, from, to }, DAY);
  const days = counts.map(({ start, count }) => ({ from: start, to: start + DAY, count }));
  return { days, count: days.reduce((sum, day) => sum + day.count, 0), since };
}

/**
 * Those that match, the newest first, some at a time; what comes meanwhile may be among them. So many of the newest are
 * left out, whether they match or not, and most of them are not looked at.
 */
export async function* eventsIn(
  executor: Executor,
  query: EventQuery,
  days: readonly Part[],
  leaveOut = 0,
): AsyncGenerator<KeptEvent[], void, undefined> {
  const { accountId, targetId, filters } = query;
  const leave = join(accountId);
  let left = leaveOut;
  const isLeftOut = ({ count }: Part) => {
    if (count > left) return false;
    left -= count;
    return true;
  };
  try {
    for (const day of days) {
      if (isLeftOut(day)) continue;
      const quarters = await countEvents(executor, { accountId, targetId, from: day.from, to: day.to }, QUARTER);
      for (const piece of piecesOf(quarters)) {
        if (isLeftOut(piece)) continue;
        for (const { from, to } of handy(piece)) {
          await step();
          const lines = await linesWithin(executor, { accountId, targetId, from, to }, filters);
          const { length } = lines;
          for (let end = length - left; end > 0; end -= LINES_IN_A_STEP) {
            const some = lines.slice(Math.max(0, end - LINES_IN_A_STEP), end).reverse();
            yield some.map((one) => readKept(one.line, one.targetId)).filter((event) => matches(event, filters));
            await step();
          }
          left = Math.max(0, left - length);
        }
      }
    }
  } finally {
    leave();
  }
}

const readers = new Map<number, number>();

/** No account may fill the process with reads that take seconds. */
function join(accountId: number): () => void {
  const others = readers.get(accountId) ?? 0;
  if (others >= MAX_READERS) {
    const sentence = 'Too many requests look through the visits of this account at the same time; wait for them.';
    throw new Refusal('rate_limited', sentence, { headers: { 'Retry-After': '1' } });
  }
  readers.set(accountId, others + 1);
  return () => {
    const left = readers.get(accountId)! - 1;
    if (left > 0) readers.set(accountId, left);
    else readers.delete(accountId);
  };
}

function handy({ from, to, count }: Part): Pick<Part, 'from' | 'to'>[] {
  const length = Math.ceil((to - from) / Math.ceil(count / EVENTS_IN_A_QUARTER));
  const starts = Array.from({ length: Math.ceil((to - from) / length) }, (_, number) => from + number * length);
  return starts.reverse().map((start) => ({ from: start, to: Math.min(start + length, to) }));
}

interface Line {
  at: Micros;
  targetId: number;
  line: string;
}

/** In the order of time. Most of what a filter does not match is told from the text alone. */
async function linesWithin(executor: Executor, range: EventRange, filters: Filters): Promise<Line[]> {
  const needles = [...filters].filter(([, value]) => value !== 'counted').map(([, value]) => `|${written(value)}`);
  const mayMatch = (text: string) => needles.every((needle) => text.includes(needle));
  const lines: Line[] = [];
  let looked = 0;
  for (const { target_id: targetId, events } of await readEventTexts(executor, range)) {
    if (!mayMatch(events)) continue;
    if (looked > EVENTS_IN_A_PIECE) {
      await step();
      looked = 0;
    }
    for (const line of linesIn(events)) {
      looked += 1;
      const at = atOf(line);
      if (at >= range.from && at < range.to && mayMatch(line)) lines.push({ at, targetId, line });
    }
  }
  return lines.sort((a, b) => a.at - b.at || a.targetId - b.targetId);
}

function matches(event: KeptEvent, filters: Filters): boolean {
  for (const [dimension, value] of filters) {
    if ((dimension === 'kind' ? event.kind : event.of(dimension)) !== value) return false;
  }
  return true;
}

/** Quarters that follow one another make up a piece as long as there are few in them. */
function piecesOf(quarters: readonly { start: Micros; count: number }[]): Part[] {
  const pieces: Part[] = [];
  for (const { start, count } of quarters) {
    const last = pieces.at(-1);
    if (last && last.count + count <= EVENTS_IN_A_PIECE) {
      last.from = start;
      last.count += count;
    } else pieces.push({ from: start, to: start + QUARTER, count });
  }
  return pieces;
}

let last: Promise<void> = Promise.resolve();

function step(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
