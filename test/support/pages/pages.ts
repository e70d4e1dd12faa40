// Accounts with a page, written directly to the database. Values are stored unchanged, so that pages can contain values
// that no form would accept.
import type { BackgroundLayout, BlockType, PixelType } from '../../../contract/vocabulary.ts';
import { createAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { withOptions } from '../../../server/domain/page/page-options.ts';
import { updateAccount } from '../../../server/storage/accounts/accounts.ts';
import { insertBlock, insertBlockItem, insertLink } from '../../../server/storage/page/blocks.ts';
import { insertPixel } from '../../../server/storage/page/pixels.ts';
import { openStore, type Store } from '../../../server/storage/store.ts';

export interface PageGiven {
  username: string;
  name?: string;
  bio?: string;
  avatar?: string;
  seo?: object;
  social?: object;
  customize?: object;
  background?: object;
  blocks?: BlockGiven[];
  pixels?: PixelGiven[];
  hasConsentBar?: boolean;
  backgroundLayout?: BackgroundLayout;
}

export interface BlockGiven {
  block: BlockType;
  name?: string;
  subheading?: string;
  content?: unknown;
  settings?: object;
  items?: ItemGiven[];
}

export interface ItemGiven {
  caption?: string;
  alt?: string;
  link?: string;
  /** Without a slug, the item's link cannot be followed. */
  slug?: string;
  thumbnail?: string;
  element?: object;
  settings?: object;
}

export interface PixelGiven {
  type: PixelType;
  id: string;
  status?: 0 | 1;
}

export interface PageMade {
  accountId: number;
  /** In the order given. */
  blockIds: number[];
}

/** Uses its own store, before a service starts on the same database. */
export async function makePages(databaseUrl: string, pages: readonly PageGiven[]): Promise<PageMade[]> {
  const store = await openStore(databaseUrl, { watch: false });
  try {
    const made: PageMade[] = [];
    for (const page of pages) made.push(await makePage(store, page));
    return made;
  } finally {
    await store.close();
  }
}

async function makePage(store: Store, page: PageGiven): Promise<PageMade> {
  const { username, name = '', bio = '', avatar = null, blocks = [], pixels = [] } = page;
  const request = { username, email: `${username}@example.com`, name: 'Somebody' };
  const accountId = await createAccount(store, request, commandLine, AT);
  return store.write(accountId, async (tx) => {
    await updateAccount(tx, accountId, {
      name,
      bio,
      avatar,
      seo: JSON.stringify(page.seo ?? {}),
      social: JSON.stringify(page.social ?? {}),
      customize: JSON.stringify(page.customize ?? {}),
      background: JSON.stringify(page.background ?? {}),
      page_options: withOptions('{}', {
        hasConsentBar: page.hasConsentBar === true,
        language: null,
        backgroundLayout: page.backgroundLayout ?? 'full',
      }),
    });
    const blockIds = await store.dialect.allocateIds(tx, blocks.length);
    for (const [position, block] of blocks.entries()) {
      const id = blockIds[position]!;
      await insertBlock(tx, accountId, {
        id,
        block: block.block,
        name: block.name ?? null,
        subheading: block.subheading ?? null,
        content: json(block.content),
        settings: json(block.settings),
        position,
        ...dated,
      });
      const items = block.items ?? [];
      const itemIds = await store.dialect.allocateIds(tx, items.length);
      for (const [order, item] of items.entries()) {
        await insertBlockItem(tx, accountId, itemRow(itemIds[order]!, id, order, item));
        if (item.slug === undefined || item.link === undefined) continue;
        await insertLink(tx, accountId, { id: itemIds[order]!, slug: item.slug, url: item.link, deleted_at: null });
      }
    }
    const pixelIds = await store.dialect.allocateIds(tx, pixels.length);
    for (const [index, { type, id, status = 1 }] of pixels.entries()) {
      const row = { id: pixelIds[index]!, name: type, status, pixel_id: id, pixel_type: type, ...dated };
      await insertPixel(tx, accountId, row);
    }
    return { accountId, blockIds };
  });
}

const AT = Date.UTC(2026, 2, 10, 12) * 1000;
const dated = { created_at: AT, updated_at: AT };

function itemRow(id: number, blockId: number, order: number, item: ItemGiven) {
  return {
    id,
    block_id: blockId,
    list_order: order,
    thumbnail: item.thumbnail ?? null,
    is_element: item.element ? 1 : 0,
    element: json(item.element),
    link: item.link ?? null,
    content: JSON.stringify({ caption: item.caption, alt: item.alt }),
    settings: json(item.settings),
    position: order,
    ...dated,
  };
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
