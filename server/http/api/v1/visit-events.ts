// Individual visits within their retention: paginated as JSON, or all of them as one CSV file.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { EventMeta, EventParameters, VisitRecord } from '../../../../contract/schemas/analytics.ts';
import { listingWith } from '../../../../contract/schemas/common.ts';
import { nameLinks, visitCsv, visitRecord } from '../../../exports/visit-csv.ts';
import type { KeptEvent } from '../../../visits/count/kept-events.ts';
import { pageOfEvents } from '../../../visits/read/event-report.ts';
import type { EventQuery } from '../../../visits/read/event-scan.ts';
import { EVER } from '../../../visits/read/selection.ts';
import type { Services } from '../../services.ts';
import { sendCsv, wantsCsv } from '../csv.ts';
import { listing, pageRequest } from '../listing.ts';
import { namedLink } from '../named-link.ts';
import { presentSince, visitFilters } from '../visit-filters.ts';

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
      const { span = EVER, filters, named } = await visitFilters(store.read, accountId, request.query);
      const targetId = link_slug === undefined ? undefined : await namedLink(store.read, accountId, link_slug);
      const query: EventQuery = { accountId, targetId, ...span, filters };
      if (wantsCsv(request.headers.accept)) {
        return (await sendCsv(reply, 'visits.csv', visitCsv(store.read, query))) as never;
      }
      const wanted = {
        ...pageRequest(request.query),
        filters: { ...(link_slug === undefined ? {} : { link_slug }), ...named },
      };
      const page = await pageOfEvents(store.read, query, wanted);
      const slugs = new Map<number, string>();
      await nameLinks(store.read, accountId, page.rows, slugs);
      const present = (event: KeptEvent) => visitRecord(event, slugs);
      const { meta, ...answer } = listing(request, config, wanted, page, present);
      return { ...answer, meta: { ...meta, events_since: presentSince(page.since) } };
    },
  );
};
