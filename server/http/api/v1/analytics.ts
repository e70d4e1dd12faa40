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
import type { Page, PageRequest } from '../../../storage/page.ts';
import { PAGE } from '../../../storage/visits.ts';
import { filteredCounts } from '../../../visits/event-report.ts';
import {
  clicksReport,
  dimensionReport,
  largestFirst,
  linkFigures,
  linkReport,
  viewsReport,
} from '../../../visits/report.ts';
import { listing, pageRequest } from '../../listing.ts';
import { namedLink } from '../../named-link.ts';
import type { Services } from '../../services.ts';
import { EVER, presentSince, visitFilters } from '../../visit-filters.ts';

const explanation =
  'A visitor is unique once a day, under the first visit of that day. What a visit does not tell, a referrer for one, is not listed. Of referrers and campaigns a thousand are told apart, the rest is `Other`. `kind` lists what is no visit: bots, link previews, prefetches and HEAD requests.';

const aboutFilters =
  'With `from` and `to`, what was counted on those days of UTC. With a value of any dimension, such as `country=de&browser=Firefox`, only visits that match all of them: those are read from what is kept of each visit, which reaches back as far as `events_since` in `meta` says. More than two million visits at a time are not looked through so: choose fewer days.';

export const analyticsRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store, clock, visits }) => {
  app.get(
    '/analytics/live',
    {
      schema: {
        tags: ['Analytics'],
        operationId: 'getLiveVisitors',
        summary: 'Who is on the page now',
        description:
          'A visitor whose page sends its pulse is live until 60 seconds after the last one, one without JavaScript for five minutes after its last request.',
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
        summary: 'Clicks by link',
        description:
          'Every link that has a slug, those never clicked with zeros, and deleted ones as long as they have counts. `insight.unique` counts a visitor once a day however many links it followed.',
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
        summary: 'Clicks on one link, broken down',
        description: 'By country, city, device and browser. A slug that the link had before names it as well.',
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
        summary: 'Page views, broken down',
        description:
          'All that was ever recorded. A visitor is unique once per UTC day. The sum over any breakdown is `getviews`.',
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
        summary: 'Views of the page, or clicks on a link, by one dimension',
        description: `The largest first. ${explanation} ${aboutFilters}`,
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
      // What is kept of each visit goes by the day, and nobody says so.
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
        summary: 'How often each link was seen and followed',
        description:
          'The most followed first. `visits` divided by `impressions` is the share of views of the page that led to the link.',
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
