// Live visitors, and views and clicks by country, city, device and browser.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Breakdown, Live, ReportParameters, SlugPath } from '../../../../../contract/schemas/analytics.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { PAGE } from '../../../../storage/visits/visits.ts';
import { linkReport } from '../../../../visits/read/report.ts';
import type { Services } from '../../../services.ts';
import { sendCsvRows, wantsCsv } from '../../csv.ts';
import { refuseLinkShare, requestedLink } from '../../shared-link.ts';
import { selectionOf } from '../../shared-reads.ts';
import { aboutCsv, aboutPeriods, aboutUniques, coverage, jsonOrCsv } from './answers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The link in the path. Set by `loadLink`. */
    linkId: number;
  }
}

export const reportRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { store, visits } = services;
  app.decorateRequest('linkId', 0);

  /** Runs before validation: an unknown slug gets 404, whatever the values are. */
  async function loadLink(request: FastifyRequest): Promise<void> {
    const { slug } = request.params as Static<typeof SlugPath>;
    request.linkId = await requestedLink(store.read, request.caller, slug);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, targetId: number, file: string) {
    const { accountId } = request.caller;
    const selection = await selectionOf(store.read, request);
    const response = await linkReport(store.read, accountId, targetId, selection);
    if (wantsCsv(request.headers.accept)) return sendCsvRows(reply, file, columns, rowsOf(response)) as never;
    return {
      status: true as const,
      response: { ...response, ...(await coverage(services, reply, accountId, selection)) },
    };
  }

  app.get(
    '/analytics/live',
    {
      config: { unknownFields: 'ignored' },
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
    '/analytics/clicks/:slug',
    {
      config: { unknownFields: 'ignored', cache: 'visits', isShared: true },
      preValidation: loadLink,
      schema: {
        tags: ['Analytics'],
        operationId: 'getLinkClicks',
        summary: 'Get clicks of a link',
        description: `Clicks by country, city, device and browser. Previous slugs of the link work too. ${aboutUniques}\n\n${aboutPeriods} ${aboutCsv}`,
        params: SlugPath,
        querystring: ReportParameters,
        response: { 200: jsonOrCsv(success(Breakdown)) },
      },
    },
    (request, reply) => answer(request, reply, request.linkId, 'clicks.csv'),
  );

  app.get(
    '/analytics/views',
    {
      config: { unknownFields: 'ignored', cache: 'visits', isShared: true },
      preValidation: refuseLinkShare,
      schema: {
        tags: ['Analytics'],
        operationId: 'getViews',
        summary: 'Get page views',
        description: `Page views by country, city, device and browser. ${aboutUniques} Each breakdown adds up to \`getviews\`.\n\n${aboutPeriods} ${aboutCsv}`,
        querystring: ReportParameters,
        response: { 200: jsonOrCsv(success(Breakdown)) },
      },
    },
    (request, reply) => answer(request, reply, PAGE, 'views.csv'),
  );
};

const columns = ['dimension', 'key', 'name', 'visits', 'unique'] as const;

function rowsOf({ getviews, countries, cities, devices, browsers }: Static<typeof Breakdown>) {
  const maps = { country: countries, city: cities, os: devices, browser: browsers };
  const rows = Object.entries(maps).flatMap(([dimension, map]) =>
    Object.entries(map).map(([key, entry]) => ({ ...entry, dimension, key })),
  );
  return [{ ...getviews, dimension: 'total', key: '', name: '' }, ...rows];
}
