// The page as a whole: one document to keep, to change and to bring along.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { type PageDocument, PageDocumentSchema } from '../../../../contract/page/document.ts';
import { documentSchemaPath } from '../../../../contract/page/document-schema.ts';
import { success } from '../../../../contract/schemas/common.ts';
import { PageImport, PageImported } from '../../../../contract/schemas/page-document.ts';
import { MatchHeader } from '../../../../contract/schemas/writing.ts';
import { storedPage } from '../../../domain/page-document/stored.ts';
import { createArrivals } from '../../arrivals.ts';
import { baseUrl } from '../../base-url.ts';
import { createPageImports, SMALL_BODY } from '../../page-imports/index.ts';
import { pageAnswer } from '../../page-imports/planning.ts';
import { crowded } from '../../page-imports/planning-thread.ts';
import { expectedTags } from '../../preconditions.ts';
import type { Services } from '../../services.ts';

/** A document is held to its schema later, where a key that is not known is a mistake; here it stands for whoever reads. */
function documented({ schema, url }: { schema: object; url: string }) {
  const body = Type.Object({ ...PageImport.properties, document: Type.Optional(PageDocumentSchema) });
  return { schema: { ...schema, body }, url };
}

export const pageRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, clock, actorOf } = services;
  const arrivals = createArrivals();
  const imports = createPageImports(services);
  app.addHook('onClose', () => imports.close());
  const schemaUrlFor = (request: FastifyRequest) => baseUrl(request, config) + documentSchemaPath;

  /** Before anything of it is read: until it is answered, its body is in memory. */
  async function takePlace({ caller }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const leave = arrivals.enter(caller.accountId);
    if (!leave) throw crowded();
    raw.once('close', leave);
  }

  app.get(
    '/page',
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Page'],
        operationId: 'getPage',
        summary: 'The whole page as one document',
        description:
          'Only what differs from the defaults, always in the same order, without ids and times: a document to keep in a repository and to send back to `POST /page/import`, for this account or another.',
        response: { 200: success(Type.Unsafe<PageDocument>(PageDocumentSchema)) },
      },
    },
    async (request) => {
      const page = await storedPage(store.read, request.caller.accountId);
      // Deleted since the key was looked up: as of now it is nobody's.
      if (!page) throw new Refusal('unauthenticated');
      return pageAnswer(page, schemaUrlFor(request));
    },
  );

  app.post(
    '/page/import',
    {
      config: {
        writes: true,
        mostBytes: limits.documentBytes,
        leavesBodiesOver: SMALL_BODY,
        swaggerTransform: documented,
      },
      onRequest: takePlace,
      schema: {
        tags: ['Page'],
        operationId: 'importPage',
        summary: 'Make the page what a document says',
        description: `All of it or nothing. Send a \`document\`, or the \`text\` of a page that is brought along with its \`format\`. Blocks, items and links that are there already are found again, so that their counts and entries stay with them; with \`dry_run\` it is only told what would change. Bodies may have up to ${limits.documentBytes / 1024 / 1024} MiB. With \`If-Match\`, the ETag of \`GET /page\`, nothing is overwritten that was changed since it was read.`,
        headers: MatchHeader,
        body: PageImport,
        response: { 200: success(PageImported) },
      },
    },
    async (request, reply) => {
      const { answer, etag } = await imports.run({
        accountId: request.caller.accountId,
        actor: await actorOf(request),
        at: clock(),
        body: request.largeBody ?? request.body,
        expectedTags: expectedTags(request),
        schemaUrl: schemaUrlFor(request),
      });
      reply.header('ETag', etag).type('application/json; charset=utf-8');
      // It is text already, made where it took nobody's time.
      return reply.send(answer as never);
    },
  );
};
