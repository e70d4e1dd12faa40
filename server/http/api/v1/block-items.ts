// The items of a block, one by one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { invalid } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { readItemDraft, readItemPatch, withoutFaults } from '../../../../contract/page/block-drafts.ts';
import { blockLimits } from '../../../../contract/page/block-shapes.ts';
import {
  BlockPath,
  BlockSaved,
  hasItems,
  ItemCreation,
  ItemEdit,
  ItemOrder,
  ItemPath,
} from '../../../../contract/schemas/block-writes.ts';
import { BlockItem } from '../../../../contract/schemas/blocks.ts';
import { IdempotencyHeader, success } from '../../../../contract/schemas/common.ts';
import { MatchHeader } from '../../../../contract/schemas/writing.ts';
import { itemIn } from '../../../domain/blocks/items.ts';
import { addItem, deleteItem, duplicateItem, editItem, reorderItems } from '../../../domain/blocks/requests.ts';
import { blockToEdit } from '../../../domain/blocks.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Services } from '../../services.ts';
import { blockRecords } from './block-records.ts';
import { blockRequests, typedBody } from './block-requests.ts';

const creation = typedBody(ItemCreation);
const edit = typedBody(ItemEdit);

export const blockItemRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const requests = blockRequests(services);
  const records = blockRecords(services);
  const { loadBlock } = records;
  app.decorateRequest('block');

  app.get(
    '/blocks/:block_id/items/:item_id',
    {
      config: { keep: 'account' },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'getBlockItem',
        summary: 'One item of a block',
        description: 'As it is in its block. Its `ETag` is what `If-Match` takes when it is changed or deleted.',
        params: ItemPath,
        response: { 200: success(BlockItem) },
      },
    },
    async (request) => records.item(request, services.store.read, request.params.item_id),
  );

  app.post(
    '/blocks/:block_id/items',
    {
      config: { writes: true, swaggerTransform: creation.swaggerTransform },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'createBlockItem',
        summary: 'Add an item to a block',
        description: `What it takes follows from the type of the block. It comes last unless \`position\` says otherwise. A block has at most ${blockLimits.items} items, and the page at most ${limits.pageBytes / 1024 / 1024} MiB of HTML. An item with a \`link\` gets a short address that counts, and one with the \`slug\` of a deleted link is that link again, with its counts. With an \`Idempotency-Key\` header the same request, sent again within 24 hours, creates nothing and gets the first answer.`,
        headers: IdempotencyHeader,
        params: BlockPath,
        body: creation.body,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request, reply) => {
      const { id: blockId, block: type } = request.block;
      if (!hasItems(type)) throw invalid({ block_id: [`A block of type ${type} has no items.`] });
      const draft = withoutFaults((faults) => readItemDraft(type, request.body, '', faults));
      const id = await requests.create(
        request,
        reply,
        { item: draft, of: blockId },
        async (edit) => addItem(edit, await blockToEdit(edit, blockId), draft),
        (tx, created) => records.item(request, tx, created),
      );
      return { status: true as const, response: { id, message: 'The item was added.' } };
    },
  );

  app.post(
    '/blocks/:block_id/items/reorder',
    {
      config: { writes: true },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'reorderBlockItems',
        summary: 'Put the items of a block in an order',
        description: 'All of them in one call. `If-Match` takes the ETag of the block, and the answer carries it.',
        headers: MatchHeader,
        params: BlockPath,
        body: ItemOrder,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request, reply) => {
      const { block_id: id } = request.params;
      const read = (tx: Executor) => records.block(request, tx, id);
      await requests.change(request, reply, read, async (edit) => {
        await reorderItems(edit, await blockToEdit(edit, id), request.body.order);
      });
      return { status: true as const, response: { id, message: 'The items are in this order now.' } };
    },
  );

  app.post(
    '/blocks/:block_id/items/:item_id',
    {
      config: { writes: true, swaggerTransform: edit.swaggerTransform },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'editBlockItem',
        summary: 'Change an item, or move it to another block',
        description:
          'What is not sent stays as it is, also within `content`, `settings` and `element`; a key sent as null goes back to its default. The link keeps its address and its counts.',
        headers: MatchHeader,
        params: ItemPath,
        body: edit.body,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request, reply) => {
      const { block_id: blockId, item_id: id } = request.params;
      const patch = withoutFaults((faults) => readItemPatch(request.block.block, request.body, faults));
      const read = (tx: Executor) => records.item(request, tx, id);
      await requests.change(request, reply, read, async (edit) => {
        const block = await blockToEdit(edit, blockId);
        await editItem(edit, block, itemIn(block, id), patch);
      });
      return { status: true as const, response: { id, message: 'The item was changed.' } };
    },
  );

  app.post(
    '/blocks/:block_id/items/:item_id/duplicate',
    {
      config: { writes: true },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'duplicateBlockItem',
        summary: 'Duplicate an item',
        description: 'The copy comes right behind it. Its link has an address and counts of its own.',
        headers: IdempotencyHeader,
        params: ItemPath,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request, reply) => {
      const { block_id: blockId, item_id: original } = request.params;
      const id = await requests.create(
        request,
        reply,
        { duplicate: original },
        async (edit) => {
          const block = await blockToEdit(edit, blockId);
          return duplicateItem(edit, block, itemIn(block, original));
        },
        (tx, created) => records.item(request, tx, created),
      );
      return { status: true as const, response: { id, message: 'The item was duplicated.' } };
    },
  );

  app.post(
    '/blocks/:block_id/items/:item_id/delete',
    {
      config: { writes: true },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'deleteBlockItem',
        summary: 'Delete an item',
        description: 'The counts of its link stay, and its address says that it is gone.',
        headers: MatchHeader,
        params: ItemPath,
        response: { 200: success(Type.String()) },
      },
    },
    async (request) => {
      const { block_id: blockId, item_id: id } = request.params;
      const read = (tx: Executor) => records.item(request, tx, id);
      await requests.remove(request, read, async (edit) => {
        const block = await blockToEdit(edit, blockId);
        await deleteItem(edit, block, itemIn(block, id));
      });
      return { status: true as const, response: 'The item was deleted.' };
    },
  );
};
