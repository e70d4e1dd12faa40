import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  Breakdown,
  Clicks,
  DimensionKey,
  DimensionMeta,
  DimensionParameters,
  LinkFigures,
  Live,
  SlugPath,
} from '../../../../contract/schemas/analytics.ts';
import { listing as listingOf, listingWith, PageParameters, success } from '../../../../contract/schemas/common.ts';
import { DAY } from '../../../../contract/time.ts';
import type { Page, PageRequest } from '../../../storage/page/page.ts';
import { PAGE } from '../../../storage/visits/visits.ts';
import { filteredCounts } from '../../../visits/read/event-report.ts';
import {
  clicksReport,
  dimensionReport,
  largestFirst,
  linkFigures,
  linkReport,
  viewsReport,
} from '../../../visits/read/report.ts';
import type { Services } from '../../services.ts';
import { listing, pageRequest } from '../listing.ts';
import { namedLink } from '../named-link.ts';
import { EVER, presentSince, visitFilters } from '../visit-filters.ts';

const explanation =
  'A visitor is counted as unique once per UTC day, with the first visit of that day. Visits without a value, for example without a referrer, are not listed. Referrers and campaigns beyond the first thousand are grouped as `Other`. The dimension `kind` lists requests that are not visits: bots, link previews, prefetches and HEAD requests.';

const aboutFilters =
  '`from` and `to` limit the period. A value for any dimension, such as `country=de&browser=Firefox`, counts only visits that match all of them. These filters read the stored events, which reach back to `events_since` in `meta`. They read at most two million events: if there are more, choose a shorter period.';

export const analyticsRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store, clock, visits }) => {
  app.get(
    '/analytics/live',
    {
      schema: {
        tags: ['Analytics'],
        operationId: 'getLiveVisitors',
        summary: 'List live visitors',
        description:
          'Visitors who are on the page now. A visitor is live until 60 seconds after the last heartbeat of the page, or, without JavaScript, five minutes after the last request.',
        response: { 200: success(Live) },
      },
    },
    async (request) => ({
      status: true as const,
      response: await visits.live(request.caller.accountId),
    }),
  );

  app.get(
    '/analytics/clicks',
    {
      config: { keep: 'visits' },
      schema: {
        tags: ['Analytics'],
        operationId: 'getClicks',
        summary: 'Get clicks of all links',
        description:
          'All links with a slug, including links without clicks and deleted links that have clicks. `insight.unique` counts a visitor once per day, however many links they click.',
        response: { 200: success(Clicks) },
      },
    },
    async (request) => ({
      status: true as const,
      response: await clicksReport(store.read, request.caller.accountId),
    }),
  );

  app.get(
    '/analytics/clicks/:slug',
    {
      config: { keep: 'visits' },
      schema: {
        tags: ['Analytics'],
        operationId: 'getLinkClicks',
        summary: 'Get clicks of a link',
        description: 'Clicks by country, city, device and browser. Previous slugs of the link work too.',
        params: SlugPath,
        response: { 200: success(Breakdown) },
      },
    },
    async (request) => {
      const { accountId } = request.caller;
      const linkId = await namedLink(store.read, accountId, request.params.slug);
      return { status: true as const, response: await linkReport(store.read, accountId, linkId) };
    },
  );

  app.get(
    '/analytics/views',
    {
      config: { keep: 'visits' },
      schema: {
        tags: ['Analytics'],
        operationId: 'getViews',
        summary: 'Get page views',
        description:
          'All page views by country, city, device and browser. A visitor is counted as unique once per UTC day. Each breakdown adds up to `getviews`.',
        response: { 200: success(Breakdown) },
      },
    },
    async (request) => ({
      status: true as const,
      response: await viewsReport(store.read, request.caller.accountId),
    }),
  );

  app.get(
    '/analytics/breakdown',
    {
      config: { keep: 'visits' },
      schema: {
        tags: ['Analytics'],
        operationId: 'listBreakdown',
        summary: 'List page views or clicks by dimension',
        description: `Page views, or the clicks of one link, grouped by one dimension; largest first. ${explanation}\n\n${aboutFilters}`,
        querystring: DimensionParameters,
        response: { 200: listingWith(DimensionKey, DimensionMeta) },
      },
    },
    async (request, reply) => {
      const { dimension = 'country', link_slug } = request.query;
      const { span, filters, named } = visitFilters(request.query);
      const { accountId } = request.caller;
      const targetId = link_slug === undefined ? PAGE : await namedLink(store.read, accountId, link_slug);
      const wanted = {
        ...pageRequest(request.query),
        filters: {
          ...(dimension === 'country' ? {} : { dimension }),
          ...(link_slug === undefined ? {} : { link_slug }),
          ...named,
        },
      };
      if (filters.size === 0) {
        const rows = await dimensionReport(store.read, accountId, targetId, dimension, span);
        return listing(request, config, wanted, pageOf(rows, wanted), (row) => row);
      }
      // Retention deletes events daily, without a change notification.
      reply.validUntil = clock() - (clock() % DAY) + DAY;
      const query = { accountId, targetId, ...(span ?? EVER), filters };
      const { counts, since } = await filteredCounts(store.read, query, dimension);
      const rows = largestFirst(counts, dimension);
      const { meta, ...answer } = listing(request, config, wanted, pageOf(rows, wanted), (row) => row);
      return { ...answer, meta: { ...meta, events_since: presentSince(since) } };
    },
  );

  app.get(
    '/analytics/links',
    {
      config: { keep: 'visits' },
      schema: {
        tags: ['Analytics'],
        operationId: 'listLinkFigures',
        summary: 'List link statistics',
        description:
          'Impressions and clicks of every link, most clicked first. `visits` divided by `impressions` is the click-through rate.',
        querystring: PageParameters,
        response: { 200: listingOf(LinkFigures) },
      },
    },
    async (request) => {
      const wanted = pageRequest(request.query);
      const rows = await linkFigures(store.read, request.caller.accountId);
      return listing(request, config, wanted, pageOf(rows, wanted), (row) => row);
    },
  );
};

function pageOf<Row>(rows: readonly Row[], { page, size }: PageRequest): Page<Row> {
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length };
}
