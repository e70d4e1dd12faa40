// Browsers whose visits are not counted: the personal link, and those that are signed in to the dashboard.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { success } from '../../../../contract/schemas/common.ts';
import { Exclusion, ExclusionEdit } from '../../../../contract/schemas/sharing.ts';
import { timestamp } from '../../../../contract/time.ts';
import { editExclusion } from '../../../domain/analytics/exclusion.ts';
import type { VisitExclusionRow } from '../../../storage/sharing-tables.ts';
import { readExclusion } from '../../../storage/visits/visit-exclusion.ts';
import { DO_NOT_COUNT_PATH } from '../../pages/do-not-count.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';

export const exclusionRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store, clock }) => {
  app.get(
    '/analytics/exclusion',
    {
      schema: {
        tags: ['Analytics'],
        operationId: 'getExclusion',
        summary: 'Get the link that excludes a browser',
        description:
          'Owners open the link in their own browsers, so that their visits are not counted. It stores a cookie on the origin of the pages. Responses to such a browser have the header `Fingerpost-Visit: excluded`.',
        response: { 200: success(Exclusion) },
      },
    },
    async (request) => {
      const exclusion = await readExclusion(store.read, request.caller.accountId);
      return { status: true as const, response: present(request, exclusion) };
    },
  );

  app.post(
    '/analytics/exclusion',
    {
      config: { writes: true, record: Exclusion },
      schema: {
        tags: ['Analytics'],
        operationId: 'editExclusion',
        summary: 'Make or renew the link that excludes a browser',
        description: 'Makes the link if there is none yet. All fields are optional.',
        body: ExclusionEdit,
        response: { 200: success(Exclusion) },
      },
    },
    async (request) => {
      const { renew, dashboard } = request.body;
      const exclusion = await editExclusion(store, request.caller.accountId, { renew, dashboard }, clock());
      return { status: true as const, response: present(request, exclusion) };
    },
  );

  function present(request: FastifyRequest, exclusion: VisitExclusionRow | undefined): Static<typeof Exclusion> {
    if (!exclusion) return { link: null, dashboard: true, created_at: null };
    return {
      link: `${baseUrl(request, config)}${DO_NOT_COUNT_PATH}/${exclusion.token}`,
      dashboard: exclusion.dashboard === 1,
      created_at: timestamp(exclusion.created_at),
    };
  }
};
