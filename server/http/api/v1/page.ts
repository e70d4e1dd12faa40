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
import { createTurns } from '../../../files/turns.ts';
import type { Executor } from '../../../storage/tables.ts';
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
  const lanes = Array.from({ length: LANES }, () => createTurns(MOST_WAITING));

  async function inTurn<T>({ caller }: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const turn = lanes[caller.accountId % LANES]!.take(work);
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
        summary: 'The whole page as one document',
        description:
          'Only what differs from the defaults, always in the same order, without ids and times: a document to keep in a repository and to send back to `POST /page/import`, for this account or another.',
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
        summary: 'Make the page what a document says',
        description: `All of it or nothing. Send a \`document\`, or the \`text\` of a page that is brought along with its \`format\`. Blocks, items and links that are there already are found again, so that their counts and entries stay with them; with \`dry_run\` it is only told what would change. Bodies may have up to ${limits.documentBytes / 1024 / 1024} MiB, and the page at most ${limits.pageBytes / 1024 / 1024} MiB of HTML then. With \`If-Match\`, the ETag of \`GET /page\`, nothing is overwritten that was changed since it was read.`,
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
