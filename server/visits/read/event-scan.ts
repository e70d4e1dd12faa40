// Reads individual visits, newest first: the number per day, then the number per quarter of an hour of each needed day,
// then the visits in chunks that fit in memory.
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Executor } from '../../storage/tables.ts';
import { countEvents, type EventRange, firstOfEvents, QUARTER } from '../../storage/visits/visit-events.ts';
import { readStoredVisits } from '../../storage/visits/visit-segments.ts';
import { atOf, type KeptEvent, linesIn, readKept } from '../count/kept-events.ts';
import { lineReader } from '../segments/segment-lines.ts';
import { positionsBetween, segmentsIn } from '../segments/segment-reader.ts';
import type { VisitLine } from '../segments/segment-writer.ts';
import { joinReaders, step } from './reader-turns.ts';
import { type Filters, matches, prefilterFor } from './value-filters.ts';

/** The first chunk is small, because a page of a list needs few visits. The chunks of each day are twice as large. */
const EVENTS_PER_CHUNK = 2000;
const MAX_CHUNK = 32_000;
const LINES_PER_STEP = 500;

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

export interface Day extends Part {
  /** Newest first. Without them, they are read when they are needed. */
  quarters?: { start: Micros; count: number }[];
}

export interface Survey {
  /** Days with visits, newest first. */
  days: Day[];
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
 * Streams matching visits, newest first. Visits recorded during the scan may be included. Skips the newest `skip` of the
 * visits that the days count, most of them without reading them.
 */
export async function* eventsIn(
  executor: Executor,
  query: EventQuery,
  days: readonly Day[],
  skip = 0,
): AsyncGenerator<KeptEvent[], void, undefined> {
  const { accountId, targetId, filters } = query;
  const leave = joinReaders(accountId);
  let left = skip;
  let size = EVENTS_PER_CHUNK;
  const isSkipped = ({ count }: Part) => {
    if (count > left) return false;
    left -= count;
    return true;
  };
  try {
    for (const day of days) {
      if (isSkipped(day)) continue;
      const { from, to } = day;
      const quarters = day.quarters ?? (await countEvents(executor, { accountId, targetId, from, to }, QUARTER));
      const chunks = chunksOf(quarters, size);
      size = Math.min(2 * size, MAX_CHUNK);
      for (const chunk of chunks) {
        if (isSkipped(chunk)) continue;
        for (const { from, to } of split(chunk)) {
          await step();
          const lines = await readLines(executor, { accountId, targetId, from, to }, filters);
          const { length } = lines;
          for (let end = length - left; end > 0; end -= LINES_PER_STEP) {
            const some = lines.slice(Math.max(0, end - LINES_PER_STEP), end).reverse();
            yield some.map((one) => readKept(one.line, one.targetId));
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

function split({ from, to, count }: Part): Pick<Part, 'from' | 'to'>[] {
  const length = Math.ceil((to - from) / Math.ceil(count / MAX_CHUNK));
  const starts = Array.from({ length: Math.ceil((to - from) / length) }, (_, number) => from + number * length);
  return starts.reverse().map((start) => ({ from: start, to: Math.min(start + length, to) }));
}

/** The matching visits in time order. Most others are skipped without parsing them. */
async function readLines(executor: Executor, range: EventRange, filters: Filters): Promise<VisitLine[]> {
  const mayMatch = prefilterFor(filters);
  const lines: VisitLine[] = [];
  let scanned = 0;
  const add = async (some: readonly VisitLine[]) => {
    if (scanned > EVENTS_PER_CHUNK) {
      await step();
      scanned = 0;
    }
    scanned += some.length;
    for (const one of some) {
      const isOfTarget = range.targetId === undefined || one.targetId === range.targetId;
      if (!isOfTarget || one.at < range.from || one.at >= range.to || !mayMatch(one.line)) continue;
      if (filters.size === 0 || matches(readKept(one.line, one.targetId), filters)) lines.push(one);
    }
  };
  const rows = await readStoredVisits(executor, range);
  for (const segment of segmentsIn(rows.filter(({ events }) => events === ''))) {
    const lists = [...segment.columns.values()].map(({ values }) => String(values));
    if (!mayMatch(lists.join(''))) continue;
    const [start, end] = positionsBetween(segment, range.from, range.to);
    const read = lineReader(segment);
    for (let from = start; from < end; from += EVENTS_PER_CHUNK) {
      await add(read(from, Math.min(from + EVENTS_PER_CHUNK, end)));
    }
  }
  for (const { target_id: targetId, events } of rows) {
    if (mayMatch(events)) await add(linesIn(events).map((line) => ({ at: atOf(line), targetId, line })));
  }
  return lines.sort((a, b) => a.at - b.at || a.targetId - b.targetId);
}

/** Joins consecutive quarters into a chunk while they have few visits. */
function chunksOf(quarters: readonly { start: Micros; count: number }[], size: number): Part[] {
  const chunks: Part[] = [];
  for (const { start, count } of quarters) {
    const last = chunks.at(-1);
    if (last && last.count + count <= size) {
      last.from = start;
      last.count += count;
    } else chunks.push({ from: start, to: start + QUARTER, count });
  }
  return chunks;
}
