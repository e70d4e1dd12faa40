import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { contractNetworks } from '../../../../contract/page/social-networks.ts';
import { type Profile, ProfileAnswer } from '../../../../contract/schemas/profile.ts';
import type { SectionRecords } from '../../../../contract/schemas/sections.ts';
import { dateTime, humanDate } from '../../../../contract/time.ts';
import { type CurrentPlan, currentPlan } from '../../../domain/plans/plans.ts';
import type { AccountRow } from '../../../storage/tables.ts';
import { ownAccount } from '../../auth/own-account.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import { sectionRecords } from '../section-records.ts';

export const userRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store, clock }) => {
  app.get(
    '/user',
    {
      config: { unknownFields: 'ignored', cache: 'account' },
      schema: {
        tags: ['Account'],
        operationId: 'getUser',
        summary: 'Get the account',
        description: 'The account that the key belongs to. This is the only response without `status`.',
        response: { 200: ProfileAnswer },
      },
    },
    async (request, reply) => {
      const account = await ownAccount(store.read, request);
      const plan = currentPlan(account, clock());
      reply.validUntil = plan.due;
      return { response: presentProfile(account, plan, baseUrl(request, config)) };
    },
  );
};

function presentProfile(account: AccountRow, plan: CurrentPlan, base: string): Static<typeof Profile> {
  const { profile, seo, social, customize, background } = sectionRecords(account, base);
  return {
    id: account.account_id,
    email: account.email,
    name: profile.name,
    bio: profile.bio,
    username: account.username,
    avatar: profile.avatar,
    plan_name: plan.name,
    plan_due: humanDate(plan.due),
    is_active: account.is_active,
    seo,
    social: contractSocial(social),
    customize,
    background,
    lastActivity: dateTime(account.last_activity_at),
    lastAgent: account.last_agent,
    lastCountry: account.last_country,
    total_login: account.login_count,
  };
}

/** The contract has six networks. */
function contractSocial(social: SectionRecords['social']) {
  const entries = contractNetworks.map((network) => [network, social[network]]);
  return Object.fromEntries(entries) as Static<typeof Profile>['social'];
}
