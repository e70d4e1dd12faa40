// Export and import of the whole page as one document.
import { hash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { type PageDocument, PageDocumentSchema } from '../../../../contract/page/document.ts';
import { documentSchemaPath } from '../../../../contract/page/document-schema.ts';
import { success } from '../../../../contract/schemas/common.ts';
import { PageImport, PageImported } from '../../../../contract/schemas/page-document.ts';
import { MatchHeader } from '../../../../contract/schemas/writing.ts';
import { storedPage } from '../../../domain/import/document/stored/page.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import { expectedTags } from '../../wire/preconditions.ts';
import { createPageImports, SMALL_BODY } from '../page-imports/index.ts';
import { pageAnswer } from '../page-imports/planning.ts';
import { tooManyImports } from '../page-imports/planning-thread.ts';
import { onceOf } from '../record-writes.ts';
import { pageVersionRoutes } from './page-versions.ts';

/** The schema of the document is only documented here. It is validated later, with unknown keys as errors. */
function documented({ schema, url }: { schema: object; url: string }) {
  const body = Type.Object({ ...PageImport.properties, document: Type.Optional(PageDocumentSchema) });
  return { schema: { ...schema, body }, url };
}

export const pageRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, clock, actorOf, importSlots } = services;
  const imports = createPageImports(services);
  app.addHook('onClose', () => imports.close());
  await app.register(pageVersionRoutes, { ...services, imports });
  const schemaUrlFor = (request: FastifyRequest) => baseUrl(request, config) + documentSchemaPath;

  /** Runs before the body is read, because the body stays in memory until the response. */
  async function takeSlot({ caller }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const release = importSlots.enter(caller.accountId);
    if (!release) throw tooManyImports();
    raw.once('close', release);
  }

  app.get(
    '/page',
    {
      config: { cache: 'account' },
      schema: {
        tags: ['Page'],
        operationId: 'getPage',
        summary: 'Export the page',
        description:
          'The whole page as one JSON document, without defaults, ids and times, and always in the same order. Keep it under version control, or send it to `POST /page/import` of this or another account.',
        response: { 200: success(Type.Unsafe<PageDocument>(PageDocumentSchema)) },
      },
    },
    async (request) => {
      const page = await storedPage(store.read, request.caller.accountId);
      // The account was deleted after the key was looked up.
      if (!page) throw new ApiError('unauthenticated');
      return pageAnswer(page, schemaUrlFor(request));
    },
  );

  app.post(
    '/page/import',
    {
      config: {
        writes: true,
        creates: 'record',
        maxBytes: limits.documentBytes,
        leavesBodiesOver: SMALL_BODY,
        swaggerTransform: documented,
      },
      onRequest: takeSlot,
      schema: {
        tags: ['Page'],
        operationId: 'importPage',
        summary: 'Import a page',
        description: `Changes the whole page in one transaction. Send a \`document\`, or the \`text\` of a file from another service with its \`format\`. Existing blocks, items and links are matched, so they keep their statistics and form entries. The page before the import becomes a version: restore \`version_id\` to undo it. With \`dry_run\` the API only reports the changes. The body may be up to ${limits.documentBytes / 1024 / 1024} MiB, and the page at most ${limits.pageBytes / 1024 / 1024} MiB of HTML. \`If-Match\` takes the \`ETag\` of \`GET /page\`.`,
        headers: MatchHeader,
        body: PageImport,
        response: { 200: success(PageImported) },
      },
    },
    async (request, reply) => {
      const at = clock();
      const body = request.largeBody ?? request.body;
      const { answer, etag } = await imports.run({
        accountId: request.caller.accountId,
        quotas: request.caller.quotas,
        actor: await actorOf(request),
        at,
        body,
        expectedTags: expectedTags(request),
        schemaUrl: schemaUrlFor(request),
        once: onceOf(request, { payload: body instanceof Uint8Array ? hash('sha256', body) : body, at }),
      });
      if (etag === undefined) reply.header('Idempotency-Replayed', 'true');
      else reply.header('ETag', etag);
      reply.type('application/json; charset=utf-8');
      // Already serialised, possibly in the planning thread.
      return reply.send(answer as never);
    },
  );
};
