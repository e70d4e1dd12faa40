// Views and clicks by any dimension: one dimension in pages, or several at once.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { DimensionKey, DimensionMeta, DimensionParameters } from '../../../../../contract/schemas/analytics.ts';
import { listingWith, success } from '../../../../../contract/schemas/common.ts';
import { Breakdowns, BreakdownsParameters } from '../../../../../contract/schemas/series.ts';
import { timeDimensions } from '../../../../../contract/vocabulary.ts';
import { PAGE } from '../../../../storage/visits/visits.ts';
import { type AnyDimension, dimensionReports } from '../../../../visits/read/dimension-report.ts';
import { presentCount } from '../../../../visits/read/report.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Services } from '../../../services.ts';
import { sendCsvRows, wantsCsv } from '../../csv.ts';
import { listing, pageRequest } from '../../listing.ts';
import { requestedLink } from '../../shared-link.ts';
import { selectionOf } from '../../shared-reads.ts';
import { aboutCsv, aboutPeriods, aboutUniques, coverage, jsonOrCsv, pageOf } from './answers.ts';

const aboutDimensions = `Visits without a referrer are listed with an empty \`key\`; visits without a value of another dimension are not listed. Clicks have the referrer, app and campaign of their visitor's first view of the page on that UTC day. Referrers and campaigns beyond the first thousand are grouped as \`Other\`. The dimension \`kind\` lists requests that are not visits: bots, link previews, prefetches and HEAD requests. \`hour\` and \`weekday\` list all hours or weekdays of the time zone, in order. ${aboutUniques}`;

const DEFAULT_DIMENSIONS = 'country,city,os,browser';
const DEFAULT_LIMIT = 10;

export const breakdownRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store } = services;
  const targetOf = async (caller: Caller, slug: string | undefined) =>
    (await requestedLink(store.read, caller, slug)) ?? PAGE;

  app.get(
    '/analytics/breakdown',
    {
      config: { cache: 'visits', isShared: true },
      schema: {
        tags: ['Analytics'],
        operationId: 'listBreakdown',
        summary: 'List page views or clicks by dimension',
        description: `Page views, or the clicks of one link, grouped by one dimension; largest first. ${aboutDimensions}\n\n${aboutPeriods} ${aboutCsv}`,
        querystring: DimensionParameters,
        response: { 200: jsonOrCsv(listingWith(DimensionKey, DimensionMeta)) },
      },
    },
    async (request, reply) => {
      const { dimension = 'country', link_slug } = request.query;
      const { accountId } = request.caller;
      const selection = await selectionOf(store.read, request);
      const targetId = await targetOf(request.caller, link_slug);
      const { rows: lists } = await dimensionReports(store.read, accountId, targetId, [dimension], selection);
      const rows = lists[0]!;
      if (wantsCsv(request.headers.accept)) {
        return sendCsvRows(reply, `${dimension}.csv`, ['key', 'name', 'visits', 'unique'], rows) as never;
      }
      const wanted = {
        ...pageRequest(request.query),
        filters: {
          ...(dimension === 'country' ? {} : { dimension }),
          ...(link_slug === undefined ? {} : { link_slug }),
          ...selection.named,
        },
      };
      const answer = listing(request, config, wanted, pageOf(rows, wanted), (row) => row);
      return { ...answer, meta: { ...answer.meta, ...(await coverage(services, reply, accountId, selection)) } };
    },
  );

  app.get(
    '/analytics/breakdowns',
    {
      config: { cache: 'visits', isShared: true },
      schema: {
        tags: ['Analytics'],
        operationId: 'getBreakdowns',
        summary: 'Get page views or clicks by several dimensions',
        description: `The same as \`/analytics/breakdown\` for several dimensions, read at once; the largest keys of each. ${aboutDimensions}\n\n${aboutPeriods} ${aboutCsv}`,
        querystring: BreakdownsParameters,
        response: { 200: jsonOrCsv(success(Breakdowns)) },
      },
    },
    async (request, reply) => {
      const { dimensions = DEFAULT_DIMENSIONS, limit = DEFAULT_LIMIT, link_slug } = request.query;
      const asked = [...new Set(dimensions.split(','))] as AnyDimension[];
      const { accountId } = request.caller;
      const selection = await selectionOf(store.read, request);
      const targetId = await targetOf(request.caller, link_slug);
      const { total, rows } = await dimensionReports(store.read, accountId, targetId, asked, selection);
      const breakdowns = asked.map((dimension, index) => {
        const all = rows[index]!;
        const isTime = timeDimensions.some((one) => one === dimension);
        return { dimension, keys: all.length, total: sumOf(all), rows: isTime ? all : all.slice(0, limit) };
      });
      if (wantsCsv(request.headers.accept)) {
        const columns = ['dimension', 'key', 'name', 'visits', 'unique'] as const;
        const cells = breakdowns.flatMap(({ dimension, rows: some }) => some.map((row) => ({ dimension, ...row })));
        return sendCsvRows(reply, 'breakdowns.csv', columns, cells) as never;
      }
      const response = { total: presentCount(total), dimensions: breakdowns };
      return {
        status: true as const,
        response: { ...response, ...(await coverage(services, reply, accountId, selection)) },
      };
    },
  );
};

function sumOf(rows: readonly { visits: number; unique: number }[]): { visits: number; unique: number } {
  let [visits, unique] = [0, 0];
  for (const row of rows) {
    visits += row.visits;
    unique += row.unique;
  }
  return { visits, unique };
}
