// Reports that need individual visits: filtered counts, and the visits themselves. They reach back as far as the
// retention of visits, and read only as many as can be read in a few seconds.
import { Refusal } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import type { Page, PageRequest } from '../../storage/page/page.ts';
import type { Executor } from '../../storage/tables.ts';
import { MAX_KEYS, OTHER, open } from '../count/bounded-keys.ts';
import { addCount, type Count, type Counts } from '../count/counts.ts';
import type { KeptEvent } from '../count/kept-events.ts';
import { type EventQuery, eventsIn, survey } from './event-scan.ts';

const MAX_SCANNED = 2_000_000;

export interface Coverage {
  /** The start of the account's stored visits. */
  since: Micros | undefined;
}

/** The counts of one dimension, for matching visits only. */
export async function filteredCounts(
  executor: Executor,
  query: EventQuery,
  dimension: VisitDimension,
): Promise<Coverage & { counts: ReadonlyMap<string, Count> }> {
  const { days, count, since } = await survey(executor, query);
  rejectTooMany(count);
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

/** A request that is not a visit has only a kind. */
function keyOf(event: KeptEvent, dimension: VisitDimension): string | undefined {
  if (dimension === 'kind') return event.kind === 'counted' ? undefined : event.kind;
  return event.of(dimension);
}

export async function pageOfEvents(
  executor: Executor,
  query: EventQuery,
  { page, size }: PageRequest,
): Promise<Page<KeptEvent> & Coverage> {
  const { days, count, since } = await survey(executor, query);
  const isFiltered = query.filters.size > 0;
  if (isFiltered) rejectTooMany(count);
  const before = (page - 1) * size;
  // Without a filter, earlier pages can be skipped without reading them.
  const [skip, skipUnread] = isFiltered ? [before, 0] : [0, before];
  const rows: KeptEvent[] = [];
  let matching = 0;
  for await (const events of eventsIn(executor, query, days, skipUnread)) {
    rows.push(...events.slice(Math.max(0, skip - matching), Math.max(0, skip + size - matching)));
    matching += events.length;
    if (!isFiltered && rows.length >= size) break;
  }
  return { rows, total: isFiltered ? matching : count, since };
}

/** Streams all visits, newest first, with few in memory. */
export async function* everyEvent(executor: Executor, query: EventQuery): AsyncGenerator<KeptEvent[], void, undefined> {
  const { days } = await survey(executor, query);
  yield* eventsIn(executor, query, days);
}

function rejectTooMany(count: number): void {
  if (count <= MAX_SCANNED) return;
  const limit = MAX_SCANNED.toLocaleString('en');
  const message = `There are more than ${limit} visits in this period, too many to scan; choose a shorter period with from and to.`;
  throw new Refusal('invalid', message, { errors: { from: [message] } });
}
