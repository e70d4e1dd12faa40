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
import { runImport, wantedPage } from '../../../domain/page-document/index.ts';
import { exported, type StoredPage, storedPage } from '../../../domain/page-document/stored.ts';
import type { Executor } from '../../../storage/tables.ts';
import { createWorkQueue } from '../../../workers/work-queue.ts';
import { createArrivals } from '../../arrivals.ts';
import { baseUrl } from '../../base-url.ts';
import { answerEtag, ifMatch } from '../../preconditions.ts';
import type { Services } from '../../services.ts';

/** A document is held to its schema later, where a key that is not known is a mistake; here it stands for whoever reads. */
function documented({ schema, url }: { schema: object; url: string }) {
  const body = Type.Object({ ...PageImport.properties, document: Type.Optional(PageDocumentSchema) });
  return { schema: { ...schema, body }, url };
}

/** A large page takes the store for seconds: imports go one behind the other in each lane, an account's always in the same. */
const LANES = 4;
const MOST_WAITING = 16;

export const pageRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, store, files, clock, actorOf, measure },
) => {
  const arrivals = createArrivals();
  const lanes = Array.from({ length: LANES }, () =>
    createWorkQueue({ places: MOST_WAITING, maxPerAccount: MOST_WAITING }),
  );

  async function inTurn<T>({ caller }: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const turn = lanes[caller.accountId % LANES]!.run(caller.accountId, work);
    if (!turn) throw crowded();
    return turn;
  }

  /** Before anything of it is read: until it is answered, its body is in memory. */
  async function takePlace({ caller }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const leave = arrivals.enter(caller.accountId);
    if (!leave) throw crowded();
    raw.once('close', leave);
  }

  function answerWith(request: FastifyRequest, page: StoredPage) {
    return { status: true as const, response: exported(page, baseUrl(request, config) + documentSchemaPath) };
  }

  async function answerOf(request: FastifyRequest, db: Executor) {
    const page = await storedPage(db, request.caller.accountId);
    // Deleted since the key was looked up: as of now it is nobody's.
    if (!page) throw new Refusal('unauthenticated');
    return answerWith(request, page);
  }

  app.get(
    '/page',
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Page'],
        operationId: 'getPage',
        summary: 'Export the page',
        description:
          'The whole page as one JSON document, without defaults, ids and times, and always in the same order. Keep it under version control, or send it to `POST /page/import` of this or another account.',
        response: { 200: success(Type.Unsafe<PageDocument>(PageDocumentSchema)) },
      },
    },
    async (request) => answerOf(request, store.read),
  );

  app.post(
    '/page/import',
    {
      config: { writes: true, mostBytes: limits.documentBytes, swaggerTransform: documented },
      onRequest: takePlace,
      schema: {
        tags: ['Page'],
        operationId: 'importPage',
        summary: 'Import a page',
        description: `Changes the whole page in one transaction. Send a \`document\`, or the \`text\` of a file from another service with its \`format\`. Existing blocks, items and links are recognized, so that they keep their statistics and entries. With \`dry_run\` the API only reports the changes. The body may be up to ${limits.documentBytes / 1024 / 1024} MiB, and the page at most ${limits.pageBytes / 1024 / 1024} MiB of HTML. \`If-Match\` takes the \`ETag\` of \`GET /page\`.`,
        headers: MatchHeader,
        body: PageImport,
        response: { 200: success(PageImported) },
      },
    },
    async (request, reply) => {
      const actor = await actorOf(request);
      const { page, report } = await inTurn(request, async () =>
        runImport(
          { store, files, quotaBytes: config.uploadQuotaBytes },
          {
            accountId: request.caller.accountId,
            actor,
            at: clock(),
            measure,
            precondition: ifMatch(request, (tx) => answerOf(request, tx)),
            ...(await wantedPage(request.body, 'document')),
          },
        ),
      );
      reply.header('ETag', answerEtag(answerWith(request, page)));
      return { status: true as const, response: report };
    },
  );
};

function crowded(): Refusal {
  return new Refusal('unavailable', 'Too many pages are being imported; try again shortly.');
}
