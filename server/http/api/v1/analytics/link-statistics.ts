// Clicks and impressions of all links.

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { invalid } from '../../../../../contract/errors.ts';
import { dayAt, startOfDay } from '../../../../../contract/local-time.ts';
import { linkTarget } from '../../../../../contract/page/targets.ts';
import {
  Clicks,
  DimensionMeta,
  LinkFigures,
  LinkFiguresParameters,
  ReportParameters,
} from '../../../../../contract/schemas/analytics.ts';
import { listingWith, success } from '../../../../../contract/schemas/common.ts';
import type { Executor } from '../../../../storage/tables.ts';
import { clicksReport, linkFigures } from '../../../../visits/read/report.ts';
import { clamped } from '../../../../visits/read/selection.ts';
import type { Services } from '../../../services.ts';
import { baseUrl } from '../../../wire/base-url.ts';
import { sendCsvRows, wantsCsv } from '../../csv.ts';
import { listing, pageRequest } from '../../listing.ts';
import { onlyLink } from '../../shared-link.ts';
import { selectionOf } from '../../shared-reads.ts';
import type { VisitFilters } from '../../visit-filters.ts';
import { aboutCsv, aboutPeriods, aboutUniques, coverage, jsonOrCsv, pageOf } from './answers.ts';
import { askedRange, changesAt, comparedDay, comparedUntil } from './series-periods.ts';

export const linkStatisticsRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, clock } = services;

  /** A link to an upload is stored as a path. */
  function absoluteIn(request: FastifyRequest) {
    const origin = baseUrl(request, config);
    return <Row extends { link: string }>(row: Row): Row => ({
      ...row,
      link: linkTarget(row.link, origin) ?? row.link,
    });
  }

  type LinkQuery = Static<typeof LinkFiguresParameters>;

  /** Of the period to compare with, by link: as far as the asked one has come. */
  async function comparedFigures(request: FastifyRequest, reply: FastifyReply, selection: VisitFilters) {
    const { compare, ...query } = request.query as LinkQuery;
    if (!compare) return undefined;
    if (query.from === undefined) throw invalid({ compare: ['The field compare needs the field from.'] });
    const { zone } = selection;
    const now = clock();
    const range = askedRange(query, dayAt(zone, now));
    const moment = { zone, range, now };
    reply.validUntil = Math.min(reply.validUntil, changesAt(moment, query.to === undefined, true));
    const [first, last] = [comparedDay(range, compare, range.first), comparedDay(range, compare, range.last)];
    const from = clamped(startOfDay(zone, first));
    const to = clamped(comparedUntil(moment, compare) ?? startOfDay(zone, last + 1));
    const span = { from, to: Math.max(from, to) };
    const figures = await linkFigures(
      store.read,
      request.caller.accountId,
      { ...selection, span },
      onlyLink(request.caller),
    );
    return new Map(figures.map(({ id, impressions, visits, unique }) => [id, { impressions, visits, unique }]));
  }

  app.get(
    '/analytics/clicks',
    {
      config: { unknownFields: 'ignored', cache: 'visits', isShared: true },
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
      const selection = await selectionOfLinks(store.read, request);
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
      config: { cache: 'visits', isShared: true },
      schema: {
        tags: ['Analytics'],
        operationId: 'listLinkFigures',
        summary: 'List link statistics',
        description: `Impressions and clicks of every link, most clicked first. \`visits\` divided by \`impressions\` is the click-through rate. With \`compare\` and \`from\`, each link also has the figures of another period. ${aboutUniques}\n\n${aboutPeriods} ${aboutCsv}`,
        querystring: LinkFiguresParameters,
        response: { 200: jsonOrCsv(listingWith(LinkFigures, DimensionMeta)) },
      },
    },
    async (request, reply) => {
      const { accountId } = request.caller;
      const selection = await selectionOfLinks(store.read, request);
      const figures = await linkFigures(store.read, accountId, selection, onlyLink(request.caller));
      const compared = await comparedFigures(request, reply, selection);
      const rows: Static<typeof LinkFigures>[] = figures.map((row) => {
        const compare = compared && (compared.get(row.id) ?? { impressions: 0, visits: 0, unique: 0 });
        return { ...absoluteIn(request)(row), ...(compare && { compare }) };
      });
      if (wantsCsv(request.headers.accept)) {
        const columns = ['id', 'slug', 'link', 'impressions', 'visits', 'unique'] as const;
        if (!compared) return sendCsvRows(reply, 'links.csv', columns, rows) as never;
        const cells = rows.map(({ compare, ...row }) => ({ ...row, ...prefixed(compare) }));
        return sendCsvRows(reply, 'links.csv', [...columns, ...comparedColumns], cells) as never;
      }
      const { compare } = request.query;
      const wanted = { ...pageRequest(request.query), filters: { ...selection.named, ...(compare && { compare }) } };
      const answer = listing(request, config, wanted, pageOf(rows, wanted), (row) => row);
      return { ...answer, meta: { ...answer.meta, ...(await coverage(services, reply, accountId, selection)) } };
    },
  );
};

/** Together, the clicks of all links with a filter would tell those of a link with few visitors. */
async function selectionOfLinks(db: Executor, request: FastifyRequest): Promise<VisitFilters> {
  const selection = await selectionOf(db, request);
  const [filter] = selection.filters.keys();
  if (selection.sharedTarget === undefined || filter === undefined) return selection;
  throw invalid({ [filter]: ['Shared lists of links take no filter; ask for one link.'] });
}

const comparedColumns = ['compared_impressions', 'compared_visits', 'compared_unique'] as const;

function prefixed(compare: Static<typeof LinkFigures>['compare']): Record<(typeof comparedColumns)[number], unknown> {
  return {
    compared_impressions: compare?.impressions,
    compared_visits: compare?.visits,
    compared_unique: compare?.unique,
  };
}
