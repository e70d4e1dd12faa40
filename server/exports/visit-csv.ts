// Individual visits as records, and as CSV.
import type { Static } from 'typebox';
import type { VisitRecord } from '../../contract/schemas/analytics.ts';
import { timestamp } from '../../contract/time.ts';
import { visitTraits } from '../../contract/vocabulary.ts';
import { findLinks } from '../storage/page/links.ts';
import type { Executor } from '../storage/tables.ts';
import { PAGE } from '../storage/visits/visits.ts';
import type { KeptEvent } from '../visits/count/kept-events.ts';
import { everyEvent } from '../visits/read/event-report.ts';
import type { EventQuery } from '../visits/read/event-scan.ts';
import { CSV_START, csvLine } from './csv.ts';

const properties = ['country', 'city', 'os', 'browser', ...visitTraits] as const;
const columns = ['at', 'type', 'link_slug', 'kind', 'is_unique', ...properties] as const;

export function visitRecord(event: KeptEvent, slugs: ReadonlyMap<number, string>): Static<typeof VisitRecord> {
  return {
    at: timestamp(event.at),
    type: event.targetId === PAGE ? 'view' : 'click',
    link_slug: slugs.get(event.targetId) ?? null,
    kind: event.kind,
    is_unique: event.isUnique,
    ...(Object.fromEntries(properties.map((name) => [name, event.of(name) ?? null])) as Record<
      (typeof properties)[number],
      string | null
    >),
  };
}

/** Adds missing slugs. A link that no longer exists is queried again each time. */
export async function nameLinks(
  db: Executor,
  accountId: number,
  events: readonly KeptEvent[],
  slugs: Map<number, string>,
): Promise<void> {
  const unknown = new Set(events.map((event) => event.targetId).filter((id) => id !== PAGE && !slugs.has(id)));
  if (unknown.size === 0) return;
  for (const { id, slug } of await findLinks(db, accountId, [...unknown])) slugs.set(id, slug);
}

/** The header line with the first batch, if there is one, then the other batches. */
export async function* visitCsv(db: Executor, query: EventQuery): AsyncGenerator<string, void, undefined> {
  let header = CSV_START + csvLine(columns);
  const slugs = new Map<number, string>();
  for await (const events of everyEvent(db, query)) {
    await nameLinks(db, query.accountId, events, slugs);
    yield header + events.map((event) => csvLine(cellsOf(visitRecord(event, slugs)))).join('');
    header = '';
  }
  if (header !== '') yield header;
}

function cellsOf(record: Static<typeof VisitRecord>): string[] {
  return columns.map((name) => {
    const value = record[name];
    return typeof value === 'boolean' ? (value ? '1' : '0') : (value ?? '');
  });
}
