// Clicks and impressions of all links.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { linkTarget } from '../../../../../contract/page/targets.ts';
import {
  Clicks,
  DimensionMeta,
  LinkFigures,
  LinkFiguresParameters,
  ReportParameters,
} from '../../../../../contract/schemas/analytics.ts';
import { listingWith, success } from '../../../../../contract/schemas/common.ts';
import { clicksReport, linkFigures } from '../../../../visits/read/report.ts';
import type { Services } from '../../../services.ts';
import { baseUrl } from '../../../wire/base-url.ts';
import { sendCsvRows, wantsCsv } from '../../csv.ts';
import { listing, pageRequest } from '../../listing.ts';
import { onlyLink } from '../../shared-link.ts';
import { visitFilters } from '../../visit-filters.ts';
import { aboutCsv, aboutPeriods, aboutUniques, coverage, jsonOrCsv, pageOf } from './answers.ts';

export const linkStatisticsRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store } = services;

  /** A link to an upload is stored as a path. */
  function absoluteIn(request: FastifyRequest) {
    const origin = baseUrl(request, config);
    return <Row extends { link: string }>(row: Row): Row => ({
      ...row,
      link: linkTarget(row.link, origin) ?? row.link,
    });
  }

  app.get(
    '/analytics/clicks',
    {
      config: { keep: 'visits', isShared: true },
      schema: {
        tags: ['Analytics'],
        operationId: 'getClicks',
        summary: 'Get clicks of all links',
        description: `All links with a slug, including links without clicks and deleted links that have clicks. \`insight.unique\` counts a visitor once per day, however many links they click. ${aboutUniques}\n\n${aboutPeriods} ${aboutCsv}`,
        querystring: ReportParameters,
        response: { 200: jsonOrCsv(success(Clicks)) },
      },
    },
    async (request, reply) => {
      const { accountId } = request.caller;
      const selection = visitFilters(request.query);
      const absolute = absoluteIn(request);
      const response = await clicksReport(store.read, accountId, selection, onlyLink(request.caller));
      for (const [slug, entry] of Object.entries(response.links)) response.links[slug] = absolute(entry);
      if (wantsCsv(request.headers.accept)) {
        const rows = Object.entries(response.links).map(([slug, entry]) => ({ slug, ...entry }));
        return sendCsvRows(reply, 'clicks.csv', ['slug', 'link', 'visits', 'unique'], rows) as never;
      }
      return {
        status: true as const,
        response: { ...response, ...(await coverage(services, reply, accountId, selection)) },
      };
    },
  );

  app.get(
    '/analytics/links',
    {
      config: { keep: 'visits', isShared: true },
      schema: {
        tags: ['Analytics'],
        operationId: 'listLinkFigures',
        summary: 'List link statistics',
        description: `Impressions and clicks of every link, most clicked first. \`visits\` divided by \`impressions\` is the click-through rate. ${aboutUniques}\n\n${aboutPeriods} ${aboutCsv}`,
        querystring: LinkFiguresParameters,
        response: { 200: jsonOrCsv(listingWith(LinkFigures, DimensionMeta)) },
      },
    },
    async (request, reply) => {
      const { accountId } = request.caller;
      const selection = visitFilters(request.query);
      const figures = await linkFigures(store.read, accountId, selection, onlyLink(request.caller));
      const rows = figures.map(absoluteIn(request));
      if (wantsCsv(request.headers.accept)) {
        const columns = ['id', 'slug', 'link', 'impressions', 'visits', 'unique'] as const;
        return sendCsvRows(reply, 'links.csv', columns, rows) as never;
      }
      const wanted = { ...pageRequest(request.query), filters: selection.named };
      const answer = listing(request, config, wanted, pageOf(rows, wanted), (row) => row);
      return { ...answer, meta: { ...answer.meta, ...(await coverage(services, reply, accountId, selection)) } };
    },
  );
};
