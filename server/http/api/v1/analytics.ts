import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../contract/errors.ts';
import { Breakdown, Clicks, Live, SlugPath } from '../../../../contract/schemas/analytics.ts';
import { success } from '../../../../contract/schemas/common.ts';
import { clicksReport, findLinkBySlug, linkReport, viewsReport } from '../../../visits/report.ts';
import type { Services } from '../../services.ts';

export const analyticsRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { store, visits }) => {
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
      const link = await findLinkBySlug(store.read, accountId, request.params.slug);
      if (!link) throw new Refusal('not_found', 'This account has no link with that slug.');
      return { status: true as const, response: await linkReport(store.read, accountId, link.id) };
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
};
