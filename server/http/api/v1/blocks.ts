import { isDeepStrictEqual } from 'node:util';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { limits } from '../../../../contract/limits.ts';
import { blockTypeOf, readBlockDraft, readBlockPatch } from '../../../../contract/page/block-drafts.ts';
import { blockLimits } from '../../../../contract/page/block-shapes.ts';
import {
  BlockCreated,
  BlockCreation,
  BlockEdit,
  BlockOrder,
  BlockPath,
  BlockSaved,
  blockCreations,
  blockEdits,
} from '../../../../contract/schemas/block-writes.ts';
import { Block } from '../../../../contract/schemas/blocks.ts';
import { listing as listingOf, PageParameters, success } from '../../../../contract/schemas/common.ts';
import {
  addBlock,
  deleteWholeBlock,
  duplicateBlock,
  editBlock,
  reorderBlocks,
  restoreWholeBlock,
} from '../../../domain/page/blocks/requests.ts';
import { blockToEdit } from '../../../domain/page/blocks.ts';
import type { PageEdit } from '../../../domain/page/page-edit.ts';
import { checkTrashedBlock } from '../../../domain/page/trash/restoring.ts';
import { pageOfBlocks } from '../../../storage/page/blocks.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import { type Listed, listing, pageRequest } from '../listing.ts';
import { setLocation } from '../location.ts';
import type { WrittenRecord } from '../record-headers.ts';
import { readFields } from '../validation.ts';
import { blockRecords, presentBlock } from './block-records.ts';
import { blockRequests, typedBody } from './block-requests.ts';

const creation = typedBody(BlockCreation);
const edit = typedBody(BlockEdit);
const otherItems =
  'The field items cannot be changed here: edit items with `POST /blocks/{block_id}/items/{item_id}`, and add them with `POST /blocks/{block_id}/items`.';
/** All blocks of a page in one response. */
const wholePage: Listed = { page: 1, size: blockLimits.blocks, route: '/api/v1/blocks' };

export const blockRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store } = services;
  const requests = blockRequests(services);
  const records = blockRecords(services);
  const { loadBlock } = records;
  const written: WrittenRecord = { schema: success(Block), read: records.block };
  const writtenList: WrittenRecord = {
    schema: listingOf(Block),
    read: (request, db) => listAnswer(request, db, wholePage),
  };
  app.decorateRequest('block');

  async function listAnswer(request: FastifyRequest, db: Executor, wanted: Listed) {
    const page = await pageOfBlocks(db, request.caller.accountId, wanted);
    const base = baseUrl(request, config);
    return listing(request, config, wanted, page, (block) => presentBlock(block, base));
  }

  async function create(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    work: (edit: PageEdit) => Promise<number>,
  ) {
    const created = await requests.create(request, payload, async (edit) => {
      return records.createdBlock(request, edit.tx, await work(edit));
    });
    setLocation(reply, `/blocks/${created.id}`);
    return created;
  }

  app.get(
    '/blocks',
    {
      config: { unknownFields: 'ignored', cache: 'account' },
      schema: {
        tags: ['Blocks'],
        operationId: 'listBlocks',
        summary: 'List blocks',
        description: 'The blocks of the page with their items, ordered by `position`, then `id`.',
        querystring: PageParameters,
        response: { 200: listingOf(Block) },
      },
    },
    async (request) => listAnswer(request, store.read, pageRequest(request.query)),
  );

  app.get(
    '/blocks/:block_id',
    {
      config: { unknownFields: 'ignored', cache: 'account' },
      schema: {
        tags: ['Blocks'],
        operationId: 'getBlock',
        summary: 'Get a block',
        description:
          'One block with its items. Send its `ETag` as `If-Match` to edit or delete it, or to reorder its items, safely.',
        params: BlockPath,
        response: { 200: success(Block) },
      },
    },
    (request) => records.block(request, store.read),
  );

  app.post(
    '/blocks',
    {
      config: {
        writes: true,
        written,
        creates: 'record',
        unknownFields: 'checked by handler',
        swaggerTransform: creation.swaggerTransform,
      },
      schema: {
        tags: ['Blocks'],
        operationId: 'createBlock',
        summary: 'Create a block',
        description: `Creates a block with its items. The accepted fields depend on its type, \`block\`. Without \`position\` the block is added at the end. A page has at most ${blockLimits.blocks} blocks and ${limits.pageBytes / 1024 / 1024} MiB of HTML. With an \`Idempotency-Key\` header, a request that is repeated within 24 hours creates nothing and gets the first response.`,
        body: creation.body,
        response: { 200: success(BlockCreated) },
      },
    },
    async (request, reply) => {
      const type = blockTypeOf(request.sent);
      const writable = type ? blockCreations[type] : creation.body;
      const draft = readFields(request, { writable, record: Block }, (errors, unknown) => {
        return readBlockDraft(request.sent, '', errors, unknown);
      });
      const created = await create(request, reply, draft, (edit) => addBlock(edit, draft));
      return { status: true as const, response: { ...created, message: 'The block was added.' } };
    },
  );

  app.post(
    '/blocks/reorder',
    {
      config: { writes: true, written: writtenList },
      schema: {
        tags: ['Blocks'],
        operationId: 'reorderBlocks',
        summary: 'Reorder blocks',
        description: `Sets the order of all blocks. \`If-Match\` takes the \`ETag\` of \`GET /blocks?results_per_page=${blockLimits.blocks}\`, and the response has the new one.`,
        body: BlockOrder,
        response: { 200: success(Type.Object({ message: Type.String() }, { additionalProperties: false })) },
      },
    },
    async (request) => {
      await requests.change(request, (edit) => reorderBlocks(edit, request.body.order));
      return { status: true as const, response: { message: 'The blocks were reordered.' } };
    },
  );

  app.post(
    '/blocks/:block_id',
    {
      config: { writes: true, written, unknownFields: 'checked by handler', swaggerTransform: edit.swaggerTransform },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'editBlock',
        summary: 'Edit a block',
        description:
          'Fields that are not sent keep their values, also inside `settings` and `blocks.content`. Null resets a field to its default. Lists are replaced as a whole. The type cannot be changed. Items have their own endpoints: `items` may only be sent as they are.',
        params: BlockPath,
        body: edit.body,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request) => {
      const { block_id: id } = request.params;
      const { block } = request;
      const stored = () => presentBlock(block, baseUrl(request, config));
      const patch = readFields(
        request,
        { writable: blockEdits[block.block], record: Block, stored },
        (errors, unknown) => {
          const { items } = request.sent;
          if (items !== undefined && !isDeepStrictEqual(items, stored().items)) errors.items = [otherItems];
          return readBlockPatch(block.block, request.sent, errors, unknown);
        },
      );
      await requests.change(request, async (edit) => editBlock(edit, await blockToEdit(edit, id), patch));
      return { status: true as const, response: { id, message: 'The block was changed.' } };
    },
  );

  app.post(
    '/blocks/:block_id/duplicate',
    {
      config: { writes: true, written, creates: 'record' },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'duplicateBlock',
        summary: 'Duplicate a block',
        description:
          'The copy, with copies of all items, is added after the original. Its links get their own short URLs and their own clicks.',
        params: BlockPath,
        response: { 200: success(BlockCreated) },
      },
    },
    async (request, reply) => {
      const original = request.params.block_id;
      const work = async (edit: PageEdit) => duplicateBlock(edit, await blockToEdit(edit, original));
      const created = await create(request, reply, { duplicate: original }, work);
      return { status: true as const, response: { ...created, message: 'The block was duplicated.' } };
    },
  );

  app.post(
    '/blocks/:block_id/delete',
    {
      config: { writes: true, record: Block, written },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'deleteBlock',
        summary: 'Delete a block',
        description: `Deletes the block with its items and form entries. The clicks of its links are kept, and their short URLs answer 410. For ${limits.trashDays} days, \`POST /blocks/{block_id}/restore\` brings all of it back. To erase form entries at once, delete them first.`,
        params: BlockPath,
        response: { 200: success(Type.String()) },
      },
    },
    async (request) => {
      const { block_id: id } = request.params;
      await requests.remove(request, async (edit) => deleteWholeBlock(edit, await blockToEdit(edit, id)));
      return { status: true as const, response: 'The block was deleted.' };
    },
  );

  app.post(
    '/blocks/:block_id/restore',
    {
      config: { writes: true, written, creates: 'record' },
      async preValidation({ caller, params, headers }) {
        // A repeated request has restored it already.
        if (headers['idempotency-key'] !== undefined) return;
        await checkTrashedBlock(store.read, caller.accountId, (params as Static<typeof BlockPath>).block_id);
      },
      schema: {
        tags: ['Blocks'],
        operationId: 'restoreBlock',
        summary: 'Restore a block',
        description: `Brings back a deleted block with its items: with their ids, short URLs, clicks, form entries and places. Deleted blocks are kept for ${limits.trashDays} days, and at most ${limits.trashEntries} deleted blocks and items per account. After that the answer is 404. If another link has taken the slug since, it keeps the slug.`,
        params: BlockPath,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request) => {
      const { block_id: id } = request.params;
      await requests.create(request, { restore: id }, async (edit) => {
        await restoreWholeBlock(edit, id);
        return { id };
      });
      return { status: true as const, response: { id, message: 'The block was restored.' } };
    },
  );
};
