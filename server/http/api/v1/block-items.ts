// The items of a block.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { hasItems } from '../../../../contract/blocks/index.ts';
import { invalid } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { readItemDraft, readItemPatch } from '../../../../contract/page/block-drafts.ts';
import { blockLimits } from '../../../../contract/page/block-shapes.ts';
import {
  BlockPath,
  BlockSaved,
  ItemCreated,
  ItemCreation,
  ItemEdit,
  ItemOrder,
  ItemPath,
  itemCreations,
  itemEdits,
} from '../../../../contract/schemas/block-writes.ts';
import { Block, BlockItem } from '../../../../contract/schemas/blocks.ts';
import { success } from '../../../../contract/schemas/common.ts';
import { itemIn } from '../../../domain/page/blocks/items.ts';
import {
  addItem,
  deleteItem,
  duplicateItem,
  editItem,
  reorderItems,
  restoreDeletedItem,
} from '../../../domain/page/blocks/requests.ts';
import { blockToEdit } from '../../../domain/page/blocks.ts';
import type { PageEdit } from '../../../domain/page/page-edit.ts';
import { checkTrashedItem } from '../../../domain/page/trash/restoring.ts';
import type { Services } from '../../services.ts';
import { setLocation } from '../location.ts';
import type { WrittenRecord } from '../record-headers.ts';
import { readFields } from '../validation.ts';
import { blockRecords, presentItem } from './block-records.ts';
import { blockRequests, typedBody } from './block-requests.ts';

const creation = typedBody(ItemCreation);
const edit = typedBody(ItemEdit);

export const blockItemRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const requests = blockRequests(services);
  const records = blockRecords(services);
  const { loadBlock } = records;
  const written: WrittenRecord = { schema: success(BlockItem), read: records.item };
  const writtenBlock: WrittenRecord = { schema: success(Block), read: records.block };
  app.decorateRequest('block');

  async function create(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    work: (edit: PageEdit) => Promise<number>,
  ) {
    const created = await requests.create(request, payload, async (edit) => {
      return records.createdItem(request, edit.tx, await work(edit));
    });
    setLocation(reply, `/blocks/${request.block.id}/items/${created.id}`);
    return created;
  }

  app.get(
    '/blocks/:block_id/items/:item_id',
    {
      config: { cache: 'account' },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'getBlockItem',
        summary: 'Get an item',
        description: 'The same record as in the block. Send its `ETag` as `If-Match` to edit or delete it safely.',
        params: ItemPath,
        response: { 200: success(BlockItem) },
      },
    },
    (request) => records.item(request, services.store.read),
  );

  app.post(
    '/blocks/:block_id/items',
    {
      config: {
        writes: true,
        written,
        creates: 'record',
        unknownFields: 'checked by handler',
        swaggerTransform: creation.swaggerTransform,
      },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'createBlockItem',
        summary: 'Create an item',
        description: `Adds an item to a block. The accepted fields depend on the type of the block. Without \`position\` the item is added at the end. A block has at most ${blockLimits.items} items, and the page at most ${limits.pageBytes / 1024 / 1024} MiB of HTML. An item with a \`link\` gets a short URL that counts clicks. With the \`slug\` of a deleted link, that link is restored with its clicks. With an \`Idempotency-Key\` header, a request that is repeated within 24 hours creates nothing and gets the first response.`,
        params: BlockPath,
        body: creation.body,
        response: { 200: success(ItemCreated) },
      },
    },
    async (request, reply) => {
      const { id: blockId, block: type } = request.block;
      if (!hasItems(type)) throw invalid({ block_id: [`A block of type ${type} has no items.`] });
      const draft = readFields(request, { writable: itemCreations[type], record: BlockItem }, (errors, unknown) => {
        return readItemDraft(type, request.sent, errors, unknown);
      });
      const work = async (edit: PageEdit) => addItem(edit, await blockToEdit(edit, blockId), draft);
      const created = await create(request, reply, { item: draft, of: blockId }, work);
      return { status: true as const, response: { ...created, message: 'The item was added.' } };
    },
  );

  app.post(
    '/blocks/:block_id/items/reorder',
    {
      config: { writes: true, written: writtenBlock },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'reorderBlockItems',
        summary: 'Reorder items',
        description:
          'Sets the order of all items of a block. `If-Match` takes the `ETag` of the block, and the response has the new one.',
        params: BlockPath,
        body: ItemOrder,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request) => {
      const { block_id: id } = request.params;
      await requests.change(request, async (edit) => {
        await reorderItems(edit, await blockToEdit(edit, id), request.body.order);
      });
      return { status: true as const, response: { id, message: 'The items were reordered.' } };
    },
  );

  app.post(
    '/blocks/:block_id/items/:item_id',
    {
      config: { writes: true, written, unknownFields: 'checked by handler', swaggerTransform: edit.swaggerTransform },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'editBlockItem',
        summary: 'Edit an item',
        description:
          'Changes an item, or moves it to another block with `block_id`. Fields that are not sent keep their values, also inside `content`, `settings` and `element`. Null resets a field to its default. The link keeps its short URL and its clicks.',
        params: ItemPath,
        body: edit.body,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request) => {
      const { block_id: blockId, item_id: id } = request.params;
      const { block: type, items } = request.block;
      const stored = () => presentItem(items.find((item) => item.id === id)!, '');
      const patch = readFields(request, { writable: itemEdits[type], record: BlockItem, stored }, (errors, unknown) => {
        return readItemPatch(type, request.sent, errors, unknown);
      });
      await requests.change(request, async (edit) => {
        const block = await blockToEdit(edit, blockId);
        await editItem(edit, block, itemIn(block, id), patch);
      });
      return { status: true as const, response: { id, message: 'The item was changed.' } };
    },
  );

  app.post(
    '/blocks/:block_id/items/:item_id/duplicate',
    {
      config: { writes: true, written, creates: 'record' },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'duplicateBlockItem',
        summary: 'Duplicate an item',
        description: 'The copy is added after the original. Its link gets its own short URL and its own clicks.',
        params: ItemPath,
        response: { 200: success(ItemCreated) },
      },
    },
    async (request, reply) => {
      const { block_id: blockId, item_id: original } = request.params;
      const created = await create(request, reply, { duplicate: original }, async (edit) => {
        const block = await blockToEdit(edit, blockId);
        return duplicateItem(edit, block, itemIn(block, original));
      });
      return { status: true as const, response: { ...created, message: 'The item was duplicated.' } };
    },
  );

  app.post(
    '/blocks/:block_id/items/:item_id/delete',
    {
      config: { writes: true, record: BlockItem, written },
      preValidation: loadBlock,
      schema: {
        tags: ['Blocks'],
        operationId: 'deleteBlockItem',
        summary: 'Delete an item',
        description: `The clicks of its link are kept, and its short URL answers 410. For ${limits.trashDays} days, \`POST /blocks/{block_id}/items/{item_id}/restore\` brings it back.`,
        params: ItemPath,
        response: { 200: success(Type.String()) },
      },
    },
    async (request) => {
      const { block_id: blockId, item_id: id } = request.params;
      await requests.remove(request, async (edit) => {
        const block = await blockToEdit(edit, blockId);
        await deleteItem(edit, block, itemIn(block, id));
      });
      return { status: true as const, response: 'The item was deleted.' };
    },
  );

  app.post(
    '/blocks/:block_id/items/:item_id/restore',
    {
      config: { writes: true, written, creates: 'record' },
      async preValidation({ caller, params, headers }) {
        // A repeated request has restored it already.
        if (headers['idempotency-key'] !== undefined) return;
        const { block_id, item_id } = params as Static<typeof ItemPath>;
        await checkTrashedItem(services.store.read, caller.accountId, block_id, item_id);
      },
      schema: {
        tags: ['Blocks'],
        operationId: 'restoreBlockItem',
        summary: 'Restore an item',
        description: `Brings back a deleted item to the block that it was deleted from: with its id, short URL, clicks and place. If that block is deleted too, restore the block first. Deleted items are kept for ${limits.trashDays} days. After that the answer is 404.`,
        params: ItemPath,
        response: { 200: success(BlockSaved) },
      },
    },
    async (request) => {
      const { block_id: blockId, item_id: id } = request.params;
      await requests.create(request, { restore: id }, async (edit) => {
        await restoreDeletedItem(edit, blockId, id);
        return { id };
      });
      return { status: true as const, response: { id, message: 'The item was restored.' } };
    },
  );
};
