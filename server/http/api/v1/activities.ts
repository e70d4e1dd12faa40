import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { listing as listingOf } from '../../../../contract/schemas/common.ts';
import { Activity, ActivityParameters } from '../../../../contract/schemas/records.ts';
import { timestamp } from '../../../../contract/time.ts';
import { isPlainText } from '../../../domain/text.ts';
import { pageOfActivities } from '../../../storage/accounts/activities.ts';
import type { ActivityRow } from '../../../storage/tables.ts';
import type { Services } from '../../services.ts';
import { listing, pageRequest } from '../listing.ts';

export const activityRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store }) => {
  app.get(
    '/activities',
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Account'],
        operationId: 'listActivities',
        summary: 'List activities',
        description:
          'The activity log of the account, newest first. With a filter, `meta` and its page URLs refer to the filtered list.',
        querystring: ActivityParameters,
        response: { 200: listingOf(Activity) },
      },
    },
    async (request) => {
      const { type } = request.query;
      const wanted = pageRequest(request.query);
      if (!type) {
        const page = await pageOfActivities(store.read, request.caller.accountId, wanted);
        return listing(request, config, wanted, page, presentActivity);
      }
      // No activity has such a type, and PostgreSQL rejects some characters in a query.
      const page = isPlainText(type)
        ? await pageOfActivities(store.read, request.caller.accountId, { ...wanted, type })
        : { rows: [], total: 0 };
      return listing(request, config, { ...wanted, filters: { type } }, page, presentActivity);
    },
  );
};

function presentActivity(activity: ActivityRow): Static<typeof Activity> {
  return {
    id: activity.id,
    user: activity.account_id,
    type: activity.type,
    message: activity.message,
    ip: activity.ip,
    os: activity.os,
    browser: activity.browser,
    created_at: timestamp(activity.created_at),
    updated_at: timestamp(activity.updated_at),
  };
}
