import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { Refusal } from '../../../../contract/errors.ts';
import { type Profile, ProfileAnswer } from '../../../../contract/schemas/profile.ts';
import { dateTime, humanDate } from '../../../../contract/time.ts';
import { pageSettings } from '../../../domain/page-settings.ts';
import { type CurrentPlan, currentPlan } from '../../../domain/plans.ts';
import { type AccountWithEmail, findAccount } from '../../../storage/accounts.ts';
import { avatarPath, sharePath } from '../../../views/pictures.ts';
import { baseUrl } from '../../base-url.ts';
import type { Services } from '../../services.ts';

export const userRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store, clock }) => {
  app.get(
    '/user',
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Account'],
        operationId: 'getUser',
        summary: 'The account profile',
        description: 'The profile of the account that the key belongs to. The one answer without `status`.',
        response: { 200: ProfileAnswer },
      },
    },
    async (request, reply) => {
      const account = await findAccount(store.read, request.caller.accountId);
      // Deleted since the key was looked up: as of now it is nobody's.
      if (!account) throw new Refusal('unauthenticated');
      const plan = currentPlan(account, clock());
      reply.validUntil = plan.due;
      return { response: presentProfile(account, plan, baseUrl(request, config)) };
    },
  );
};

function presentProfile(account: AccountWithEmail, plan: CurrentPlan, base: string): Static<typeof Profile> {
  const { seo, social, customize, background } = pageSettings(account);
  return {
    id: account.account_id,
    email: account.email,
    name: account.name,
    bio: account.bio,
    username: account.username,
    avatar: account.avatar ?? base + avatarPath(account.account_id),
    plan_name: plan.name,
    plan_due: humanDate(plan.due),
    is_active: account.is_active,
    seo: { ...seo, opengraph_image: seo.opengraph_image ?? base + sharePath(account.account_id) },
    social,
    customize,
    background,
    lastActivity: dateTime(account.last_activity_at),
    lastAgent: account.last_agent,
    lastCountry: account.last_country,
    total_login: account.login_count,
  };
}
