// Views and clicks over time.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { dayAt, type LocalRange } from '../../../../../contract/local-time.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { MAX_POINTS, Series, SeriesParameters } from '../../../../../contract/schemas/series.ts';
import { formatDay, type Micros } from '../../../../../contract/time.ts';
import { PAGE } from '../../../../storage/visits/visits.ts';
import { seriesReport } from '../../../../visits/read/series.ts';
import type { Services } from '../../../services.ts';
import { sendCsvRows, wantsCsv } from '../../csv.ts';
import { requestedLink } from '../../shared-link.ts';
import { selectionOf } from '../../shared-reads.ts';
import { aboutPeriods, coverage, jsonOrCsv } from './answers.ts';
import { askedRange, changesAt, comparedDay, comparedUntil, DEFAULT_DAYS, rejectTooLong } from './series-periods.ts';

export const seriesRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { store, clock } = services;
  app.get(
    '/analytics/series',
    {
      config: { cache: 'visits', isShared: true },
      schema: {
        tags: ['Analytics'],
        operationId: 'getSeries',
        summary: 'Get views and clicks over time',
        description: `Figures of the page or of one link per hour, day, week or month. Without \`from\` and \`to\`, of the last ${DEFAULT_DAYS} days. Intervals without visits are included. A day has 23 or 25 hours when clocks change. A response has at most ${MAX_POINTS.toLocaleString('en')} points.\n\n${aboutPeriods}\n\nWith \`Accept: text/csv\` the response is a CSV file with one line per point; \`period\` is \`current\`, \`previous\` or \`year\`.`,
        querystring: SeriesParameters,
        response: { 200: jsonOrCsv(success(Series)) },
      },
    },
    async (request, reply) => {
      const { interval = 'day', compare, link_slug, timezone = 'UTC', to } = request.query;
      const { accountId } = request.caller;
      const now = clock();
      const selection = await selectionOf(store.read, request);
      const { zone, filters, sharedTarget } = selection;
      const range = askedRange(request.query, dayAt(zone, now));
      rejectTooLong(interval, range);
      const targetId = (await requestedLink(store.read, request.caller, link_slug)) ?? PAGE;
      const read = (days: LocalRange, until?: Micros) =>
        seriesReport(store.read, { accountId, targetId, interval, zone, range: days, filters, sharedTarget, until });

      const { points, total } = await read(range);
      const response: Answer = { interval, timezone, ...presentDays(range), points, total, compare: null };
      if (compare) {
        const other = {
          first: comparedDay(range, compare, range.first),
          last: comparedDay(range, compare, range.last),
        };
        const compared = await read(other, comparedUntil({ zone, range, now }, compare));
        response.compare = {
          ...presentDays(other),
          points: compared.points,
          total: compared.total,
          total_to_date: compared.totalUntil,
        };
      }
      if (wantsCsv(request.headers.accept)) {
        return sendCsvRows(reply, 'series.csv', columns, rowsOf(response, compare)) as never;
      }
      reply.validUntil = Math.min(
        reply.validUntil,
        changesAt({ zone, range, now }, to === undefined, compare !== undefined),
      );
      return {
        status: true as const,
        response: { ...response, ...(await coverage(services, reply, accountId, selection)) },
      };
    },
  );
};

type Answer = Static<typeof Series>;

function presentDays({ first, last }: LocalRange): { from: string; to: string } {
  return { from: formatDay(first), to: formatDay(last) };
}

const figures = ['visits', 'unique', 'clicks', 'impressions', 'click_through', 'bots'] as const;
const columns = ['period', 'start', 'date', ...figures] as const;

function rowsOf({ points, compare }: Answer, name = '') {
  return [
    ...points.map((point) => ({ period: 'current', ...point })),
    ...(compare?.points ?? []).map((point) => ({ period: name, ...point })),
  ];
}
