// Browsers whose visits are not counted: the personal link, and those that are signed in to the dashboard.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { success } from '../../../../contract/schemas/common.ts';
import { Exclusion, ExclusionEdit } from '../../../../contract/schemas/sharing.ts';
import { timestamp } from '../../../../contract/time.ts';
import { editExclusion } from '../../../domain/analytics/exclusion.ts';
import type { VisitExclusionRow } from '../../../storage/sharing-tables.ts';
import type { Executor } from '../../../storage/tables.ts';
import { readExclusion } from '../../../storage/visits/visit-exclusion.ts';
import { DO_NOT_COUNT_PATH } from '../../pages/do-not-count.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import type { WrittenRecord } from '../record-headers.ts';
import { recordStore } from '../record-writes.ts';

export const exclusionRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store, clock }) => {
  async function read(request: FastifyRequest, db: Executor) {
    const exclusion = await readExclusion(db, request.caller.accountId);
    return { status: true as const, response: present(request, exclusion) };
  }
  const written: WrittenRecord = { schema: success(Exclusion), read };

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
    (request) => read(request, store.read),
  );

  app.post(
    '/analytics/exclusion',
    {
      config: { writes: true, record: Exclusion, written },
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
      const change = { renew, dashboard };
      const exclusion = await editExclusion(recordStore(store, request), request.caller.accountId, change, clock());
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
