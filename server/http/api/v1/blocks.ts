import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../../../contract/limits.ts';
import { readBlockDraft, readBlockPatch, withoutFaults } from '../../../../contract/page/block-drafts.ts';
import { blockLimits } from '../../../../contract/page/block-shapes.ts';
import {
  BlockCreation,
  BlockEdit,
  BlockOrder,
  BlockPath,
  BlockSaved,
} from '../../../../contract/schemas/block-writes.ts';
import { Block } from '../../../../contract/schemas/blocks.ts';
import {
  IdempotencyHeader,
  listing as listingOf,
  PageParameters,
  success,
} from '../../../../contract/schemas/common.ts';
import { MatchHeader } from '../../../../contract/schemas/writing.ts';
import {
  addBlock,
  deleteWholeBlock,
  duplicateBlock,
  editBlock,
  reorderBlocks,
} from '../../../domain/blocks/requests.ts';
import { blockToEdit } from '../../../domain/blocks.ts';
import { pageOfBlocks } from '../../../storage/blocks.ts';
import type { Executor } from '../../../storage/tables.ts';
import { baseUrl } from '../../base-url.ts';
import { type Listed, listing, pageRequest } from '../../listing.ts';
import type { Services } from '../../services.ts';
import { blockRecords, presentBlock } from './block-records.ts';
import { blockRequests, typedBody } from './block-requests.ts';

const creation = typedBody(BlockCreation);
const edit = typedBody(BlockEdit);
/** Where all blocks of a page are in one answer. */
const wholePage: Listed = { page: 1, size: blockLimits.blocks, route: '/api/v1/blocks' };

export const blockRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store } = services;
  const requests = blockRequests(services);
  const records = blockRecords(services);
  const { loadBlock } = records;
  app.decorateRequest('block');

  async function listAnswer(request: FastifyRequest, db: Executor, wanted: Listed) {
    const page = await pageOfBlocks(db, request.caller.accountId, wanted);
    const base = baseUrl(request, config);
    return listing(request, config, wanted, page, (block) => presentBlock(block, base));
  }

  app.get(
    '/blocks',
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Blocks'],
        operationId: 'listBlocks',
        summary: 'The blocks of the page',
        description: 'Ordered by `position`, then `id`, each with its items in the order of its own list.',
        querystring: PageParameters,
        response: { 200: listingOf(Block) },
      },
    },
    async (request) => listAnswer(request, store.read, pageRequest(request.query)),
  );

  app.get(
    '/blocks/:block_id',
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Blocks'],
        operationId: 'getBlock',
        summary: 'One block with its items',
        description:
          'As it is in the list. Its `ETag` is what `If-Match` takes when it is changed or deleted, or its items are put in order.',
        params: BlockPath,
        response: { 200: success(Block) },
      },
    },
    async (request) => records.block(request, store.read, request.params.block_id),
  );

  app.post(
    '/blocks',
    {
      config: { writes: true, swaggerTransform: creation.swaggerTransform },
      schema: {
        tags: ['Blocks'],
        operationId: 'createBlock',
        summary: 'Add a block, with its items',
        description: `What it takes follows from its type, \`block\`. It comes last unless \`position\` says otherwise; its items come in the order of their list. A page has at most ${blockLimits.blocks} blocks and ${limits.pageBytes / 1024 / 1024} MiB of HTML. With an \`Idempotency-Key\` header the same request, sent again within 24 hours, creates nothing and gets the first answer.`,
        headers: IdempotencyHeader,
        body: creation.body,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request, reply) => {
      const draft = withoutFaults((faults) => readBlockDraft(request.body, '', faults));
      const id = await requests.create(
        request,
        reply,
        draft,
        (edit) => addBlock(edit, draft),
        (tx, created) => records.block(request, tx, created),
      );
      return { status: true as const, response: { id, message: 'The block was added.' } };
    },
  );

  app.post(
    '/blocks/reorder',
    {
      config: { writes: true },
      schema: {
        tags: ['Blocks'],
        operationId: 'reorderBlocks',
        summary: 'Put the blocks in an order',
        description: `All of them in one call. \`If-Match\` takes the ETag of \`GET /blocks?results_per_page=${blockLimits.blocks}\`, and the answer carries it.`,
        headers: MatchHeader,
        body: BlockOrder,
        response: { 200: success(Type.Object({ message: Type.String() }, { additionalProperties: false })) },
      },
    },
    async (request, reply) => {
      const read = (tx: Executor) => listAnswer(request, tx, wholePage);
      await requests.change(request, reply, read, (edit) => reorderBlocks(edit, request.body.order));
      return { status: true as const, response: { message: 'The blocks are in this order now.' } };
    },
  );

  app.post(
    '/blocks/:block_id',
    {
      config: { writes: true, swaggerTransform: edit.swaggerTransform },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'editBlock',
        summary: 'Change a block',
        description:
          'What is not sent stays as it is, also within `settings` and `blocks.content`; a key sent as null goes back to its default; a list is replaced as a whole. Its type cannot be changed, and `items` are changed at their own addresses: here they are ignored.',
        headers: MatchHeader,
        params: BlockPath,
        body: edit.body,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request, reply) => {
      const { block_id: id } = request.params;
      const patch = withoutFaults((faults) => readBlockPatch(request.block.block, request.body, faults));
      const read = (tx: Executor) => records.block(request, tx, id);
      await requests.change(request, reply, read, async (edit) => editBlock(edit, await blockToEdit(edit, id), patch));
      return { status: true as const, response: { id, message: 'The block was changed.' } };
    },
  );

  app.post(
    '/blocks/:block_id/duplicate',
    {
      config: { writes: true },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'duplicateBlock',
        summary: 'Duplicate a block, with its items',
        description: `The copy comes right behind it. Its links have addresses and counts of their own. The page may have at most ${blockLimits.blocks} blocks and ${limits.pageBytes / 1024 / 1024} MiB of HTML with it.`,
        headers: IdempotencyHeader,
        params: BlockPath,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request, reply) => {
      const original = request.params.block_id;
      const id = await requests.create(
        request,
        reply,
        { duplicate: original },
        async (edit) => duplicateBlock(edit, await blockToEdit(edit, original)),
        (tx, created) => records.block(request, tx, created),
      );
      return { status: true as const, response: { id, message: 'The block was duplicated.' } };
    },
  );

  app.post(
    '/blocks/:block_id/delete',
    {
      config: { writes: true },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'deleteBlock',
        summary: 'Delete a block, with its items',
        description:
          'What visitors sent by its form is deleted as well. The counts of its links stay, and their addresses say that they are gone.',
        headers: MatchHeader,
        params: BlockPath,
        response: { 200: success(Type.String()) },
      },
    },
    async (request) => {
      const { block_id: id } = request.params;
      const read = (tx: Executor) => records.block(request, tx, id);
      await requests.remove(request, read, async (edit) => deleteWholeBlock(edit, await blockToEdit(edit, id)));
      return { status: true as const, response: 'The block was deleted.' };
    },
  );
};
