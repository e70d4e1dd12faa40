// What responses of analytics have in common: CSV beside JSON, and how far back stored events reach.
import type { FastifyReply } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { DAY } from '../../../../../contract/time.ts';
import type { Page, PageRequest } from '../../../../storage/page/page.ts';
import type { Store } from '../../../../storage/store.ts';
import { firstOfEvents } from '../../../../storage/visits/visit-events.ts';
import type { Clock } from '../../../../system/clock.ts';
import type { Selection } from '../../../../visits/read/selection.ts';
import { presentSince } from '../../visit-filters.ts';

export const aboutUniques =
  'A visitor is counted as unique once per UTC day, with the first visit of that day. Unique visitors of several days are the sum of daily unique visitors.';

export const aboutPeriods =
  '`from` and `to` limit the period to days of the time zone, both included. A value for any dimension, such as `country=de&browser=Firefox`, counts only visits that match all of them. Filters read stored events, which reach back to `events_since` in the response.';

export const aboutCsv = 'With `Accept: text/csv` the response is a CSV file.';

export function jsonOrCsv(schema: TSchema) {
  return { content: { 'application/json': { schema }, 'text/csv': { schema: Type.String() } } };
}

/** `events_since` of a report that reads stored events; nothing otherwise. */
export async function coverage(
  { store, clock }: { store: Store; clock: Clock },
  reply: FastifyReply,
  accountId: number,
  { filters, sharedTarget }: Selection,
): Promise<{ events_since?: string | null }> {
  if (filters.size === 0 || sharedTarget !== undefined) return {};
  // Retention deletes events daily, without a change notification.
  reply.validUntil = Math.min(reply.validUntil, clock() - (clock() % DAY) + DAY);
  return { events_since: presentSince(await firstOfEvents(store.read, accountId)) };
}

export function pageOf<Row>(rows: readonly Row[], { page, size }: PageRequest): Page<Row> {
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length };
}
