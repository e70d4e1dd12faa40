// Reads individual visits, newest first: the number per day, then the number per quarter of an hour of each needed day,
// then the visits in chunks that fit in memory. All readers together do one step per event-loop turn, so that other
// requests are answered in between.
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

const EVENTS_PER_CHUNK = 2000;
/** A quarter of an hour with more visits than this is read in parts of about this size. */
const EVENTS_PER_READ = 10_000;
const LINES_PER_STEP = 500;
/** Concurrent readers per account. */
const MAX_READERS = 16;

export type Filters = ReadonlyMap<VisitDimension, string>;

export interface EventQuery {
  accountId: number;
  /** Without a target: the page and all links. */
  targetId?: number | undefined;
  /** Both are midnight UTC. */
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
  /** Days with visits, newest first. */
  days: Part[];
  /** The number of visits to the target in the period, without filters. */
  count: number;
  /** The start of the account's stored visits. */
  since: Micros | undefined;
}

/** Counts the visits per day. */
export async function survey(executor: Executor, { accountId, targetId, from, to }: EventQuery): Promise<Survey> {
  const since = await firstOfEvents(executor, accountId);
  const counts = await countEvents(executor, { accountId, targetId, from, to }, DAY);
  const days = counts.map(({ start, count }) => ({ from: start, to: start + DAY, count }));
  return { days, count: days.reduce((sum, day) => sum + day.count, 0), since };
}

/**
 * Streams matching visits, newest first. Visits recorded during the scan may be included. Skips the newest `skip`
 * visits, whether they match or not, most of them without reading them.
 */
export async function* eventsIn(
  executor: Executor,
  query: EventQuery,
  days: readonly Part[],
  skip = 0,
): AsyncGenerator<KeptEvent[], void, undefined> {
  const { accountId, targetId, filters } = query;
  const leave = join(accountId);
  let left = skip;
  const isSkipped = ({ count }: Part) => {
    if (count > left) return false;
    left -= count;
    return true;
  };
  try {
    for (const day of days) {
      if (isSkipped(day)) continue;
      const quarters = await countEvents(executor, { accountId, targetId, from: day.from, to: day.to }, QUARTER);
      for (const chunk of chunksOf(quarters)) {
        if (isSkipped(chunk)) continue;
        for (const { from, to } of split(chunk)) {
          await step();
          const lines = await readLines(executor, { accountId, targetId, from, to }, filters);
          const { length } = lines;
          for (let end = length - left; end > 0; end -= LINES_PER_STEP) {
            const some = lines.slice(Math.max(0, end - LINES_PER_STEP), end).reverse();
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

/** Limits how many slow reads one account can run at once. */
function join(accountId: number): () => void {
  const others = readers.get(accountId) ?? 0;
  if (others >= MAX_READERS) {
    const message = 'Too many concurrent requests read the visits of this account; wait until they finish.';
    throw new Refusal('rate_limited', message, { headers: { 'Retry-After': '1' } });
  }
  readers.set(accountId, others + 1);
  return () => {
    const left = readers.get(accountId)! - 1;
    if (left > 0) readers.set(accountId, left);
    else readers.delete(accountId);
  };
}

function split({ from, to, count }: Part): Pick<Part, 'from' | 'to'>[] {
  const length = Math.ceil((to - from) / Math.ceil(count / EVENTS_PER_READ));
  const starts = Array.from({ length: Math.ceil((to - from) / length) }, (_, number) => from + number * length);
  return starts.reverse().map((start) => ({ from: start, to: Math.min(start + length, to) }));
}

interface Line {
  at: Micros;
  targetId: number;
  line: string;
}

/** In time order. Most lines that do not match a filter are skipped without parsing. */
async function readLines(executor: Executor, range: EventRange, filters: Filters): Promise<Line[]> {
  const needles = [...filters].filter(([, value]) => value !== 'counted').map(([, value]) => `|${written(value)}`);
  const mayMatch = (text: string) => needles.every((needle) => text.includes(needle));
  const lines: Line[] = [];
  let scanned = 0;
  for (const { target_id: targetId, events } of await readEventTexts(executor, range)) {
    if (!mayMatch(events)) continue;
    if (scanned > EVENTS_PER_CHUNK) {
      await step();
      scanned = 0;
    }
    for (const line of linesIn(events)) {
      scanned += 1;
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

/** Joins consecutive quarters into a chunk while they have few visits. */
function chunksOf(quarters: readonly { start: Micros; count: number }[]): Part[] {
  const chunks: Part[] = [];
  for (const { start, count } of quarters) {
    const last = chunks.at(-1);
    if (last && last.count + count <= EVENTS_PER_CHUNK) {
      last.from = start;
      last.count += count;
    } else chunks.push({ from: start, to: start + QUARTER, count });
  }
  return chunks;
}

let last: Promise<void> = Promise.resolve();

function step(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
