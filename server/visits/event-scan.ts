// Reading visits one by one, the newest first: first how many there are in each quarter of an hour, then piece by piece,
// a piece being as much as is well held in memory. However many read at once, one step is made in a turn of the event
// loop, so that what is asked for beside it is answered in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../../contract/errors.ts';
import { DAY, MINUTE, type Micros } from '../../contract/time.ts';
import type { VisitDimension } from '../../contract/vocabulary.ts';
import type { Executor } from '../storage/tables.ts';
import { boundsOfEvents, countEvents, type EventRange, eventsWithin, QUARTER } from '../storage/visit-events.ts';
import { atOf, type KeptEvent, linesIn, readKept, written } from './kept-events.ts';

const COUNTED_AT_ONCE: Micros = 7 * DAY;
const EVENTS_IN_A_PIECE = 2000;
/** A quarter of an hour that has more than this is read a minute at a time. */
const EVENTS_IN_A_QUARTER = 20_000;
const LINES_IN_A_STEP = 500;
/** Of one account, at the same time. */
const MOST_READERS = 16;

export type Filters = ReadonlyMap<VisitDimension, string>;

export interface EventQuery {
  accountId: number;
  /** Without one, of the page and of every link. */
  targetId?: number | undefined;
  from: Micros;
  to: Micros;
  filters: Filters;
}

interface Piece {
  from: Micros;
  to: Micros;
  count: number;
}

export interface Survey {
  /** The newest first. */
  pieces: Piece[];
  /** Of the account, the target and the time; filters are not looked at. */
  count: number;
  /** Of the account: before that, none are kept. */
  since: Micros | undefined;
}

/** How many there are, and where. */
export async function survey(executor: Executor, { accountId, targetId, from, to }: EventQuery): Promise<Survey> {
  const bounds = await boundsOfEvents(executor, accountId);
  if (!bounds) return { pieces: [], count: 0, since: undefined };
  const quarters = new Map<Micros, number>();
  const begin = Math.max(from, quarterOf(bounds.first));
  const end = Math.min(to, quarterOf(bounds.last) + QUARTER);
  let total = 0;
  for (let start = begin; start < end; start += COUNTED_AT_ONCE) {
    const range = { accountId, targetId, from: start, to: Math.min(start + COUNTED_AT_ONCE, end) };
    for (const { quarter, count, events } of await countEvents(executor, range)) {
      const more = count + linesIn(events).length;
      quarters.set(quarter, (quarters.get(quarter) ?? 0) + more);
      total += more;
    }
    await step();
  }
  return { pieces: piecesOf(quarters), count: total, since: bounds.first };
}

/** Those that match, the newest first, some at a time; what comes meanwhile may be among them. */
export async function* eventsIn(
  executor: Executor,
  { accountId, targetId, filters }: EventQuery,
  pieces: readonly Piece[],
): AsyncGenerator<KeptEvent[], void, undefined> {
  const leave = join(accountId);
  try {
    for (const { from, to } of pieces.flatMap(handy)) {
      await step();
      const lines = await linesWithin(executor, { accountId, targetId, from, to }, filters);
      for (let end = lines.length; end > 0; end -= LINES_IN_A_STEP) {
        const some = lines.slice(Math.max(0, end - LINES_IN_A_STEP), end).reverse();
        yield some.map((one) => readKept(one.line, one.targetId)).filter((event) => matches(event, filters));
        await step();
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
  if (others >= MOST_READERS) {
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

function handy(piece: Piece): Pick<Piece, 'from' | 'to'>[] {
  if (piece.count <= EVENTS_IN_A_QUARTER) return [piece];
  const minutes = (piece.to - piece.from) / MINUTE;
  return Array.from({ length: minutes }, (_, back) => {
    return { from: piece.to - (back + 1) * MINUTE, to: piece.to - back * MINUTE };
  });
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
  for (const { target_id: targetId, events } of await eventsWithin(executor, range)) {
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
function piecesOf(quarters: ReadonlyMap<Micros, number>): Piece[] {
  const pieces: Piece[] = [];
  for (const [from, count] of [...quarters].sort(([a], [b]) => b - a)) {
    const last = pieces.at(-1);
    if (last && last.count + count <= EVENTS_IN_A_PIECE) {
      last.from = from;
      last.count += count;
    } else pieces.push({ from, to: from + QUARTER, count });
  }
  return pieces;
}

function quarterOf(at: Micros): Micros {
  return at - (at % QUARTER);
}

let last: Promise<void> = Promise.resolve();

function step(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
