// Compaction turns texts of individual visits into segments, in the background: all texts of a finished UTC day, and
// the finished quarters of an hour of a day with very many visits. It reads and builds outside of transactions. A short
// transaction then replaces the texts, unless they have changed. If the process is killed, nothing has happened.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { DAY, MINUTE, type Micros } from '../../../contract/time.ts';
import type { Store } from '../../storage/store.ts';
import { QUARTER } from '../../storage/visits/visit-events.ts';
import { lockCountsOf } from '../../storage/visits/visit-queue.ts';
import {
  deleteSegments,
  deleteTexts,
  type EventKey,
  insertSegment,
  type LooseDay,
  looseDaysAfter,
  looseKeys,
  readSegments,
  readTexts,
  segmentsOfDay,
  subtractLoose,
} from '../../storage/visits/visit-segments.ts';
import { atOf, linesIn } from '../count/kept-events.ts';
import { lineReader } from './segment-lines.ts';
import { segmentsIn } from './segment-reader.ts';
import { segmentOf, type VisitLine } from './segment-writer.ts';

/** Visits per segment. Indexes in a column are numbers of 16 bits. */
const MAX_VISITS = 50_000;
/** Of the texts that one step reads. */
const MAX_TEXTS = 4000;
/** A day that is not over is compacted from this number of visits on. */
const MANY_LOOSE = 20_000;
/** After the end of a quarter of an hour, until its visits have been rolled up. */
const ROLLED_UP_AFTER: Micros = 25 * MINUTE;
/** A segment is rewritten together with later visits if it is at most this many times as large. */
const MERGE_FACTOR = 4;
const DAYS_PER_READ = 100;
/** A pause after each step, so that requests come first. */
const REST_MS = 10;

export interface CompactionStep {
  day: LooseDay;
  /** Texts of visits before this time. */
  until: Micros;
}

/** Returns how many visits were moved to a segment; 0 if there is nothing to do. */
export type Compact = (step: CompactionStep) => Promise<number>;

/** Compacts all days that have enough visits. Throws when the signal aborts. */
export async function compactAll(store: Store, now: Micros, compact: Compact, signal?: AbortSignal): Promise<void> {
  const finished = now - ROLLED_UP_AFTER;
  const until = finished - (finished % QUARTER);
  for (let after: LooseDay | undefined = { account_id: 0, target_id: 0, start: 0, loose: 0 }; after; ) {
    const bounds = { before: until - DAY + 1, many: MANY_LOOSE };
    const days: LooseDay[] = await looseDaysAfter(store.read, after, bounds, DAYS_PER_READ);
    for (const day of days) {
      for (let left = day.loose; left > 0; ) {
        signal?.throwIfAborted();
        const moved = await compact({ day, until });
        left = moved > 0 ? left - moved : 0;
        await sleep(REST_MS);
      }
    }
    after = days.length < DAYS_PER_READ ? undefined : days.at(-1);
  }
}

/** One step: moves the earliest texts of the day to a segment, together with small segments of the day. */
export async function compactDay(store: Store, { day, until }: CompactionStep): Promise<number> {
  const keys = await textsToMove(store, day, until);
  if (keys.length === 0) return 0;
  const texts = await readTexts(store.read, day, keys);
  const loose = texts.flatMap(({ target_id, events }) => linesIn(events).map((line) => lineOf(line, target_id)));
  const isOfDay = ({ at }: VisitLine) => at >= day.start && at < day.start + DAY;
  if (!loose.every(isOfDay)) return 0;
  const segments = await segmentsOfDay(store.read, day);
  const merged = segmentsToMerge(segments, loose.length);
  const lines = [...(await linesOfSegments(store, day, merged)), ...loose];
  lines.sort((a, b) => a.at - b.at || a.targetId - b.targetId);
  const written: ReturnType<typeof segmentOf>[] = [];
  for (let start = 0; start < lines.length; start += MAX_VISITS) {
    written.push(segmentOf(lines.slice(start, start + MAX_VISITS)));
  }
  const last = segments.at(-1)?.number ?? 0;
  return store.writeVisits(async (tx) => {
    // Otherwise the texts could stay in free pages of the file for longer than the segment is kept.
    await store.dialect.erasing(tx);
    await lockCountsOf(tx, store.dialect, [day.account_id]);
    const isSame = isDeepStrictEqual(await segmentsOfDay(tx, day), segments);
    if (!isSame || !(await deleteTexts(tx, day, keys))) return { result: 0, changed: [] };
    if (merged.length > 0) await deleteSegments(tx, day, merged);
    for (const [index, parts] of written.entries()) await insertSegment(tx, day, last + 1 + index, parts);
    await subtractLoose(tx, store.dialect, day, loose.length);
    // Reports stay the same, so no cache entry becomes stale.
    return { result: loose.length, changed: [] };
  });
}

async function textsToMove(store: Store, day: LooseDay, until: Micros): Promise<EventKey[]> {
  const keys = await looseKeys(store.read, day, until, MAX_TEXTS);
  let visits = 0;
  const end = keys.findIndex(({ count }) => {
    visits += count;
    return visits > MAX_VISITS;
  });
  return end < 0 ? keys : keys.slice(0, Math.max(1, end));
}

function lineOf(line: string, targetId: number): VisitLine {
  return { at: atOf(line), targetId, line };
}

/**
 * The latest segments of the day, as long as they are not much larger than what is added to them. So a day whose visits
 * arrive late, a few at a time, has few segments, and its visits are not rewritten often.
 */
function segmentsToMerge(segments: readonly { number: number; count: number }[], loose: number): number[] {
  let visits = loose;
  const merged: number[] = [];
  for (const { number, count } of segments.toReversed()) {
    if (count > MERGE_FACTOR * visits || visits + count > MAX_VISITS) break;
    visits += count;
    merged.push(number);
  }
  return merged;
}

async function linesOfSegments(store: Store, day: LooseDay, numbers: readonly number[]): Promise<VisitLine[]> {
  if (numbers.length === 0) return [];
  return segmentsIn(await readSegments(store.read, day, numbers)).flatMap((segment) =>
    lineReader(segment)(0, segment.count),
  );
}
