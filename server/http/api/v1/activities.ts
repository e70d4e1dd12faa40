// The activity log: paginated as JSON, or all of it as one CSV file.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { activityGroups } from '../../../../contract/activities.ts';
import { startOfDay } from '../../../../contract/local-time.ts';
import { listing as listingOf } from '../../../../contract/schemas/common.ts';
import { Activity, ActivityParameters } from '../../../../contract/schemas/records.ts';
import { timestamp } from '../../../../contract/time.ts';
import { isPlainText } from '../../../domain/text.ts';
import { activityCsv } from '../../../exports/activity-csv.ts';
import { type ActivityFilter, pageOfActivities } from '../../../storage/accounts/activities.ts';
import type { ActivityRow } from '../../../storage/tables.ts';
import { clamped } from '../../../visits/read/selection.ts';
import type { Services } from '../../services.ts';
import { sendCsv, wantsCsv } from '../csv.ts';
import { listing, pageRequest } from '../listing.ts';
import { daysIn, zoneIn } from '../local-days.ts';

export const activityRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store }) => {
  app.get(
    '/activities',
    {
      config: { unknownFields: 'ignored', cache: 'account' },
      schema: {
        tags: ['Account'],
        operationId: 'listActivities',
        summary: 'List activities',
        description:
          'The activity log of the account, newest first. With filters, `meta` and its page URLs refer to the filtered list.\n\nWith `Accept: text/csv` the response is one CSV file with all activities that match: UTF-8 with a byte order mark, and an apostrophe before values that a spreadsheet would read as a formula.',
        querystring: ActivityParameters,
        response: {
          200: {
            content: {
              'application/json': { schema: listingOf(Activity) },
              'text/csv': { schema: Type.String() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      reply.header('Vary', 'Accept');
      const { accountId } = request.caller;
      const { page: _page, results_per_page: _size, ...filters } = request.query;
      const filter = filterIn(filters);
      if (wantsCsv(request.headers.accept)) {
        return (await sendCsv(reply, 'activity.csv', activityCsv(store.read, accountId, filter))) as never;
      }
      const wanted = { ...pageRequest(request.query), filters };
      const page = filter ? await pageOfActivities(store.read, accountId, filter, wanted) : { rows: [], total: 0 };
      return listing(request, config, wanted, page, presentActivity);
    },
  );
};

type Filters = Omit<Static<typeof ActivityParameters>, 'page' | 'results_per_page'>;

/** Undefined if no activity can match: PostgreSQL rejects some characters in a query. */
function filterIn({ group, search, ip, from, to, timezone, ...filters }: Filters): ActivityFilter | undefined {
  const type = filters.type?.toLowerCase();
  const zone = zoneIn(timezone);
  const { first, last } = daysIn({ from, to });
  const text = search?.trim();
  if (![type, text, ip].every((value) => value === undefined || isPlainText(value))) return undefined;
  const inGroup: readonly string[] | undefined = group && activityGroups[group];
  if (type && inGroup && !inGroup.includes(type)) return undefined;
  return {
    types: type ? [type] : inGroup,
    text,
    ip,
    from: first === undefined ? undefined : clamped(startOfDay(zone, first)),
    to: last === undefined ? undefined : clamped(startOfDay(zone, last + 1)),
  };
}

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
