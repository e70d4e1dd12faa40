import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { Refusal } from '../../../../contract/errors.ts';
import { Block, type BlockItem } from '../../../../contract/schemas/blocks.ts';
import { Id, listing as listingOf, PageParameters, success } from '../../../../contract/schemas/common.ts';
import { timestamp } from '../../../../contract/time.ts';
import { type BlockWithItems, findBlock, pageOfBlocks } from '../../../storage/blocks.ts';
import type { BlockItemRow } from '../../../storage/tables.ts';
import { thumbnailPath } from '../../../views/pictures.ts';
import { baseUrl } from '../../base-url.ts';
import { listing, pageRequest } from '../../listing.ts';
import type { Services } from '../../services.ts';

export const blockRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store }) => {
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
    async (request) => {
      const wanted = pageRequest(request.query);
      const page = await pageOfBlocks(store.read, request.caller.accountId, wanted);
      const base = baseUrl(request, config);
      return listing(request, config, wanted, page, (block) => presentBlock(block, base));
    },
  );

  app.get(
    '/blocks/:block_id',
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Blocks'],
        operationId: 'getBlock',
        summary: 'One block with its items',
        params: Type.Object({ block_id: Id }),
        response: { 200: success(Block) },
      },
    },
    async (request) => {
      const block = await findBlock(store.read, request.caller.accountId, request.params.block_id);
      if (!block) throw new Refusal('not_found', 'This account has no such block.');
      return { status: true as const, response: presentBlock(block, baseUrl(request, config)) };
    },
  );
};

function presentBlock(block: BlockWithItems, base: string): Static<typeof Block> {
  return {
    id: block.id,
    user: block.account_id,
    block: block.block,
    name: block.name,
    subheading: block.subheading,
    blocks: block.content === null ? null : { content: JSON.parse(block.content) as unknown },
    settings: parsed(block.settings),
    position: block.position,
    created_at: timestamp(block.created_at),
    updated_at: timestamp(block.updated_at),
    items: block.items.map((item) => presentItem(item, base)),
  };
}

function presentItem(item: BlockItemRow, base: string): Static<typeof BlockItem> {
  return {
    id: item.id,
    block_id: item.block_id,
    thumbnail: item.thumbnail ?? base + thumbnailPath(item.id),
    is_element: item.is_element,
    element: parsed(item.element),
    link: item.link,
    content: JSON.parse(item.content) as Static<typeof BlockItem>['content'],
    settings: parsed(item.settings),
    position: item.position,
    created_at: timestamp(item.created_at),
    updated_at: timestamp(item.updated_at),
  };
}

function parsed(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}
