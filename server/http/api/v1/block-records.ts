// Maps rows of blocks and items to the contract's records and responses.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { BlockCreated, BlockPath, ItemCreated, ItemPath } from '../../../../contract/schemas/block-writes.ts';
import type { Block, BlockItem } from '../../../../contract/schemas/blocks.ts';
import { timestamp } from '../../../../contract/time.ts';
import { noSuchItem } from '../../../domain/page/blocks/items.ts';
import { noSuchBlock } from '../../../domain/page/blocks.ts';
import { type BlockWithItems, findBlock, findBlockItem } from '../../../storage/page/blocks.ts';
import { findLinks } from '../../../storage/page/links.ts';
import type { BlockItemRow, Executor } from '../../../storage/tables.ts';
import { thumbnailPath } from '../../../views/pictures.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';

type CreatedBlock = Omit<Static<typeof BlockCreated>, 'message'>;
type CreatedItem = Omit<Static<typeof ItemCreated>, 'message'>;

async function slugsByItem(db: Executor, accountId: number, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map((await findLinks(db, accountId, ids)).map(({ id, slug }) => [id, slug]));
}

const blockIn = ({ params }: FastifyRequest) => (params as Static<typeof BlockPath>).block_id;

export function blockRecords({ config, store }: Services) {
  return {
    /** Runs before validation: a block of another account gets 404, whatever the values are. */
    async loadBlock(request: FastifyRequest): Promise<void> {
      const { block_id, item_id } = request.params as { block_id: number; item_id?: number };
      const block = await findBlock(store.read, request.caller.accountId, block_id);
      if (!block) throw noSuchBlock();
      if (item_id !== undefined && !block.items.some(({ id }) => id === item_id)) throw noSuchItem();
      request.block = block;
    },
    async block(request: FastifyRequest, db: Executor, id = blockIn(request)) {
      const block = await findBlock(db, request.caller.accountId, id);
      if (!block) throw noSuchBlock();
      return { status: true as const, response: presentBlock(block, baseUrl(request, config)) };
    },
    /** Whichever block the item is in now. */
    async item(request: FastifyRequest, db: Executor, id = (request.params as Static<typeof ItemPath>).item_id) {
      const item = await findBlockItem(db, request.caller.accountId, id);
      if (!item) throw noSuchItem();
      return { status: true as const, response: presentItem(item, baseUrl(request, config)) };
    },
    /** The ids and slugs of a new block and its items. */
    async createdBlock({ caller }: FastifyRequest, db: Executor, id: number): Promise<CreatedBlock> {
      const items = (await findBlock(db, caller.accountId, id))?.items ?? [];
      const slugs = await slugsByItem(
        db,
        caller.accountId,
        items.map((item) => item.id),
      );
      return { id, items: items.map((item) => ({ id: item.id, slug: slugs.get(item.id) ?? null })) };
    },
    async createdItem({ caller }: FastifyRequest, db: Executor, id: number): Promise<CreatedItem> {
      return { id, slug: (await slugsByItem(db, caller.accountId, [id])).get(id) ?? null };
    },
  };
}

export function presentBlock(block: BlockWithItems, base: string): Static<typeof Block> {
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

export function presentItem(item: BlockItemRow, base: string): Static<typeof BlockItem> {
  return {
    id: item.id,
    block_id: item.block_id,
    thumbnail: absolute(item.thumbnail ?? thumbnailPath(item.id), base),
    is_element: item.is_element,
    element: parsed(item.element),
    link: item.link === null ? null : absolute(item.link, base),
    content: JSON.parse(item.content) as Static<typeof BlockItem>['content'],
    settings: parsed(item.settings),
    position: item.position,
    created_at: timestamp(item.created_at),
    updated_at: timestamp(item.updated_at),
  };
}

/** URLs of this service are stored as paths, independent of the host. */
function absolute(address: string, base: string): string {
  return address.startsWith('/') ? base + address : address;
}

function parsed(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}
