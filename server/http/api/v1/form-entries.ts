// The form entries of visitors: paginated as JSON, or all of a form as one CSV file.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { ApiError } from '../../../../contract/errors.ts';
import { Id, listing as listingOf, PageParameters, success } from '../../../../contract/schemas/common.ts';
import { EntriesDeletion, EntryPath, FormEntry } from '../../../../contract/schemas/form-entries.ts';
import { timestamp } from '../../../../contract/time.ts';
import { removeEntries, removeEntry } from '../../../domain/page/forms.ts';
import { entryCsv, valuesOf } from '../../../exports/entry-csv.ts';
import { type BlockWithItems, findBlock } from '../../../storage/page/blocks.ts';
import { pageOfFormEntries } from '../../../storage/page/form-entries.ts';
import type { FormEntryRow } from '../../../storage/tables.ts';
import type { Services } from '../../services.ts';
import { sendCsv, wantsCsv } from '../csv.ts';
import { listing, pageRequest } from '../listing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The block in the path. Set by `loadBlock`. */
    block: BlockWithItems;
  }
}

export const formEntryRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store, clock, actorOf }) => {
  app.decorateRequest('block');

  /** Runs before validation: a block of another account gets 404, whatever the values are. */
  async function loadBlock(request: FastifyRequest): Promise<void> {
    const { block_id } = request.params as { block_id: number };
    const block = await findBlock(store.read, request.caller.accountId, block_id);
    if (!block) throw new ApiError('not_found', 'This account has no such block.');
    request.block = block;
  }

  app.get(
    '/blocks/:block_id/entries',
    {
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'listBlockEntries',
        summary: 'List form entries',
        description:
          'The entries that visitors submitted with the form, newest first. Blocks that are not forms have no entries.\n\nWith `Accept: text/csv` the response is one CSV file with all entries: UTF-8 with a byte order mark, one column per field, and an apostrophe before values that a spreadsheet would read as a formula.',
        params: Type.Object({ block_id: Id }),
        querystring: PageParameters,
        response: {
          200: {
            content: {
              'application/json': { schema: listingOf(FormEntry) },
              'text/csv': { schema: Type.String() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { block } = request;
      reply.header('Vary', 'Accept');
      if (wantsCsv(request.headers.accept)) {
        return (await sendCsv(
          reply,
          `entries-${block.id}.csv`,
          entryCsv(store.read, block.account_id, block.id, block),
        )) as never;
      }
      const wanted = pageRequest(request.query);
      const page = await pageOfFormEntries(store.read, block.account_id, block.id, wanted);
      return listing(request, config, wanted, page, presentEntry);
    },
  );

  app.post(
    '/blocks/:block_id/entries/delete',
    {
      config: { writes: true },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'deleteBlockEntries',
        summary: 'Delete all form entries',
        description: 'Deletes all entries of the form. With `last_id`, entries that arrived after that one are kept.',
        params: Type.Object({ block_id: Id }),
        body: EntriesDeletion,
        response: { 200: success(Type.String()) },
      },
    },
    async (request) => {
      const count = await removeEntries(store, request.block, request.body.last_id, await actorOf(request), clock());
      return { status: true as const, response: `Entries deleted: ${count}.` };
    },
  );

  app.post(
    '/blocks/:block_id/entries/:entry_id/delete',
    {
      config: { writes: true, record: FormEntry },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'deleteBlockEntry',
        summary: 'Delete a form entry',
        description: 'The entry cannot be restored.',
        params: EntryPath,
        response: { 200: success(Type.String()) },
      },
    },
    async (request) => {
      await removeEntry(store, request.block, request.params.entry_id, await actorOf(request), clock());
      return { status: true as const, response: 'The entry was deleted.' };
    },
  );
};

function presentEntry(entry: FormEntryRow): Static<typeof FormEntry> {
  return {
    id: entry.id,
    user: entry.account_id,
    block_id: entry.block_id,
    kind: entry.kind,
    values: valuesOf(entry),
    created_at: timestamp(entry.created_at),
  };
}
