// What only visits one by one can tell: counts of those that match a filter, and the visits themselves. It reaches back as
// far as they are kept, and looks at no more of them than can be looked at in some seconds.
import { Refusal } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import type { Page, PageRequest } from '../../storage/page/page.ts';
import type { Executor } from '../../storage/tables.ts';
import { MAX_KEYS, OTHER, open } from '../count/bounded-keys.ts';
import { addCount, type Count, type Counts } from '../count/counts.ts';
import type { KeptEvent } from '../count/kept-events.ts';
import { type EventQuery, eventsIn, survey } from './event-scan.ts';

const MAX_LOOKED_AT = 2_000_000;

export interface Reaching {
  /** Of the account: before that, none are kept. */
  since: Micros | undefined;
}

/** The counts of one dimension, of those visits alone that match. */
export async function filteredCounts(
  executor: Executor,
  query: EventQuery,
  dimension: VisitDimension,
): Promise<Reaching & { counts: ReadonlyMap<string, Count> }> {
  const { days, count, since } = await survey(executor, query);
  refuseTooMany(count);
  const counts: Counts = new Map();
  for await (const events of eventsIn(executor, query, days)) {
    for (const event of events) {
      const key = keyOf(event, dimension);
      if (key === undefined) continue;
      const keys = counts.get(dimension);
      const isOwn = !open.has(dimension) || !keys || keys.has(key) || keys.size < MAX_KEYS;
      addCount(counts, dimension, isOwn ? key : OTHER, 1, event.isUnique ? 1 : 0);
    }
  }
  return { since, counts: counts.get(dimension) ?? new Map() };
}

/** What is no visit has a kind and nothing else. */
function keyOf(event: KeptEvent, dimension: VisitDimension): string | undefined {
  if (dimension === 'kind') return event.kind === 'counted' ? undefined : event.kind;
  return event.of(dimension);
}

export async function pageOfEvents(
  executor: Executor,
  query: EventQuery,
  { page, size }: PageRequest,
): Promise<Page<KeptEvent> & Reaching> {
  const { days, count, since } = await survey(executor, query);
  const isFiltered = query.filters.size > 0;
  if (isFiltered) refuseTooMany(count);
  const before = (page - 1) * size;
  // Where all match, those of earlier pages need not be looked at.
  const [skip, leftOut] = isFiltered ? [before, 0] : [0, before];
  const rows: KeptEvent[] = [];
  let matching = 0;
  for await (const events of eventsIn(executor, query, days, leftOut)) {
    rows.push(...events.slice(Math.max(0, skip - matching), Math.max(0, skip + size - matching)));
    matching += events.length;
    if (!isFiltered && rows.length >= size) break;
  }
  return { rows, total: isFiltered ? matching : count, since };
}

/** All of them, the newest first, of which few are in memory at a time. */
export async function* everyEvent(executor: Executor, query: EventQuery): AsyncGenerator<KeptEvent[], void, undefined> {
  const { days } = await survey(executor, query);
  yield* eventsIn(executor, query, days);
}

function refuseTooMany(count: number): void {
  if (count <= MAX_LOOKED_AT) return;
  const most = MAX_LOOKED_AT.toLocaleString('en');
  const sentence = `There are more than ${most} visits in that time, too many to look at one by one; choose a shorter time with from and to.`;
  throw new Refusal('invalid', sentence, { errors: { from: [sentence] } });
}
