// Earlier versions of a page. Comparing and restoring use the machinery of imports.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { limits } from '../../../../contract/limits.ts';
import { documentSchemaPath } from '../../../../contract/page/document-schema.ts';
import { IdPath, listing as listingOf, PageParameters, success } from '../../../../contract/schemas/common.ts';
import {
  PageRestore,
  PageRestored,
  PageVersion,
  PageVersionDetails,
} from '../../../../contract/schemas/page-versions.ts';
import { MatchHeader } from '../../../../contract/schemas/writing.ts';
import { timestamp } from '../../../../contract/time.ts';
import { findVersionHead, pageOfVersions, type VersionHead } from '../../../storage/page/page-versions.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import { expectedTags } from '../../wire/preconditions.ts';
import { listing, pageRequest } from '../listing.ts';
import type { PageImports } from '../page-imports/index.ts';
import { noSuchVersion, type VersionRequest } from '../page-imports/planning.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The version in the path. Set by `loadVersion`. */
    version: VersionHead;
  }
}

export const pageVersionRoutes: FastifyPluginAsyncTypebox<Services & { imports: PageImports }> = async (
  app,
  { config, store, clock, actorOf, imports },
) => {
  app.decorateRequest('version');

  /** Runs before validation: a version of another account gets 404, whatever the values are. */
  async function loadVersion(request: FastifyRequest): Promise<void> {
    const { id } = request.params as Static<typeof IdPath>;
    const version = await findVersionHead(store.read, request.caller.accountId, id);
    if (!version) throw noSuchVersion();
    request.version = version;
  }

  async function run(request: FastifyRequest, purpose: VersionRequest['purpose']) {
    return imports.run({
      accountId: request.caller.accountId,
      quotas: request.caller.quotas,
      actor: await actorOf(request),
      at: clock(),
      body: { version: request.version, purpose },
      expectedTags: purpose === 'show' ? undefined : expectedTags(request),
      schemaUrl: baseUrl(request, config) + documentSchemaPath,
    });
  }

  app.get(
    '/page/versions',
    {
      schema: {
        tags: ['History'],
        operationId: 'listPageVersions',
        summary: 'List versions of the page',
        description: `Earlier versions of the page, newest first. The page is stored before the first edit after a pause of 5 minutes, and before every import and restore. At most ${limits.versions} versions are kept, for ${limits.versionDays} days.`,
        querystring: PageParameters,
        response: { 200: listingOf(PageVersion) },
      },
    },
    async (request) => {
      const wanted = pageRequest(request.query);
      const page = await pageOfVersions(store.read, request.caller.accountId, wanted);
      return listing(request, config, wanted, page, presentVersion);
    },
  );

  app.get(
    '/page/versions/:id',
    {
      preValidation: loadVersion,
      schema: {
        tags: ['History'],
        operationId: 'getPageVersion',
        summary: 'Get a version of the page',
        description: 'The version as a page document, and what restoring it would change now.',
        params: IdPath,
        response: { 200: success(PageVersionDetails) },
      },
    },
    async (request, reply) => {
      const { answer } = await run(request, 'show');
      reply.type('application/json; charset=utf-8');
      // Already serialised, possibly in the planning thread.
      return reply.send(answer as never);
    },
  );

  app.post(
    '/page/versions/:id/restore',
    {
      config: { writes: true },
      preValidation: loadVersion,
      schema: {
        tags: ['History'],
        operationId: 'restorePageVersion',
        summary: 'Restore a version of the page',
        description:
          'Makes the page what it was, in one transaction. Blocks, items and links keep their ids, short URLs, clicks and form entries, also those that were deleted since. The username does not change. The page before the restore becomes a version: restore `version_id` to undo it. With `dry_run` the API only reports the changes. `If-Match` takes the `ETag` of `GET /page`.',
        headers: MatchHeader,
        params: IdPath,
        body: PageRestore,
        response: { 200: success(PageRestored) },
      },
    },
    async (request, reply) => {
      const { answer, etag } = await run(request, request.body.dry_run ? 'dry-run' : 'restore');
      reply.header('ETag', etag).type('application/json; charset=utf-8');
      return reply.send(answer as never);
    },
  );
};

function presentVersion({ id, changed_at, blocks, items }: VersionHead): Static<typeof PageVersion> {
  return { id, created_at: timestamp(changed_at), blocks, items };
}
