// Individual visits within their retention: paginated as JSON, or all of them as one CSV file.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { EventMeta, EventParameters, VisitRecord } from '../../../../contract/schemas/analytics.ts';
import { listingWith } from '../../../../contract/schemas/common.ts';
import { timestamp } from '../../../../contract/time.ts';
import { visitTraits } from '../../../../contract/vocabulary.ts';
import { findLinks } from '../../../storage/page/links.ts';
import type { Executor } from '../../../storage/tables.ts';
import { PAGE } from '../../../storage/visits/visits.ts';
import type { KeptEvent } from '../../../visits/count/kept-events.ts';
import { everyEvent, pageOfEvents } from '../../../visits/read/event-report.ts';
import type { EventQuery } from '../../../visits/read/event-scan.ts';
import { EVER } from '../../../visits/read/selection.ts';
import type { Services } from '../../services.ts';
import { CSV_START, csvLine, sendCsv, wantsCsv } from '../csv.ts';
import { listing, pageRequest } from '../listing.ts';
import { namedLink } from '../named-link.ts';
import { presentSince, visitFilters } from '../visit-filters.ts';

const properties = ['country', 'city', 'os', 'browser', ...visitTraits] as const;
const columns = ['at', 'type', 'link_slug', 'kind', 'is_unique', ...properties] as const;

export const visitEventRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store }) => {
  app.get(
    '/analytics/events',
    {
      schema: {
        tags: ['Analytics'],
        operationId: 'listVisits',
        summary: 'List visit events',
        description:
          'Individual page views and clicks, newest first. Their retention is limited, 90 days by default. Counts are kept forever. No event identifies its visitor. The list includes requests that are not visits, such as those of bots; see `kind`. A value for any dimension filters the list.\n\nWith `Accept: text/csv` the response is one CSV file with all events: UTF-8 with a byte order mark, 1 and 0 for true and false, and an apostrophe before values that a spreadsheet would read as a formula.',
        querystring: EventParameters,
        response: {
          200: {
            content: {
              'application/json': { schema: listingWith(VisitRecord, EventMeta) },
              'text/csv': { schema: { type: 'string' } },
            },
          },
        },
      },
    },
    async (request, reply) => {
      reply.header('Vary', 'Accept');
      const { accountId } = request.caller;
      const { link_slug } = request.query;
      const { span = EVER, filters, named } = visitFilters(request.query);
      const targetId = link_slug === undefined ? undefined : await namedLink(store.read, accountId, link_slug);
      const query: EventQuery = { accountId, targetId, ...span, filters };
      if (wantsCsv(request.headers.accept)) {
        return (await sendCsv(reply, 'visits.csv', csvOf(store.read, query))) as never;
      }
      const wanted = {
        ...pageRequest(request.query),
        filters: { ...(link_slug === undefined ? {} : { link_slug }), ...named },
      };
      const page = await pageOfEvents(store.read, query, wanted);
      const slugs = new Map<number, string>();
      await nameLinks(store.read, accountId, page.rows, slugs);
      const present = (event: KeptEvent) => recordOf(event, slugs);
      const { meta, ...answer } = listing(request, config, wanted, page, present);
      return { ...answer, meta: { ...meta, events_since: presentSince(page.since) } };
    },
  );
};

function recordOf(event: KeptEvent, slugs: ReadonlyMap<number, string>): Static<typeof VisitRecord> {
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
async function nameLinks(
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
async function* csvOf(db: Executor, query: EventQuery): AsyncGenerator<string, void, undefined> {
  let header = CSV_START + csvLine(columns);
  const slugs = new Map<number, string>();
  for await (const events of everyEvent(db, query)) {
    await nameLinks(db, query.accountId, events, slugs);
    yield header + events.map((event) => csvLine(cellsOf(recordOf(event, slugs)))).join('');
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
