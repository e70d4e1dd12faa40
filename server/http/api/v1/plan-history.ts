import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { listing as listingOf, PageParameters } from '../../../../contract/schemas/common.ts';
import { PlanRecord } from '../../../../contract/schemas/records.ts';
import { timestamp } from '../../../../contract/time.ts';
import { minorUnits } from '../../../domain/plans/plans.ts';
import { pageOfPlanRecords } from '../../../storage/accounts/plan-records.ts';
import type { PlanRecordRow } from '../../../storage/tables.ts';
import type { Services } from '../../services.ts';
import { listing, pageRequest } from '../listing.ts';

export const planHistoryRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store }) => {
  app.get(
    '/plan-history',
    {
      config: { unknownFields: 'ignored', cache: 'account' },
      schema: {
        tags: ['Account'],
        operationId: 'listPlanHistory',
        summary: 'List plan history',
        description: 'Plans that were bought or granted, newest first. `price` is in the main unit of `currency`.',
        querystring: PageParameters,
        response: { 200: listingOf(PlanRecord) },
      },
    },
    async (request) => {
      const wanted = pageRequest(request.query);
      const page = await pageOfPlanRecords(store.read, request.caller.accountId, wanted);
      return listing(request, config, wanted, page, presentPlanRecord);
    },
  );
};

function presentPlanRecord(record: PlanRecordRow): Static<typeof PlanRecord> {
  return {
    id: record.id,
    user: record.account_id,
    name: record.name,
    plan: record.plan,
    plan_name: record.plan_name,
    duration: record.duration,
    email: record.email,
    ref: record.ref,
    currency: record.currency,
    price: record.price_minor / minorUnits(record.currency),
    gateway: record.gateway as Static<typeof PlanRecord>['gateway'],
    created_at: timestamp(record.created_at),
    updated_at: record.updated_at === null ? null : timestamp(record.updated_at),
  };
}
