// The size of a page, exact and as an upper bound. Most pages are small: the bound, computed from the stored data,
// shows that without rendering them. A test checks the factors against rendered pages with the worst input.
import type { Page } from '../../../contract/page/page.ts';
import type { PageMeasure, StoredAmount } from '../../../contract/page/size.ts';
import { pageAddresses } from '../pictures.ts';
import { renderBlock } from './blocks.ts';
import { renderPage } from './document.ts';

/** Everything around the blocks: style sheet, scripts, head. */
const FRAME_BYTES = 64 * 1024;
/** Tags of a block or an item without its content; for an item, including the URL of its link. */
const BLOCK_BYTES = 3 * 1024;
const ITEM_BYTES = 1536;
/** HTML bytes per stored byte: entities, Markdown, several sizes of a picture, texts that are shown twice. */
const CONTENT_FACTOR = 12;
/** Name and bio are repeated in the head. */
const ACCOUNT_FACTOR = 48;

/** If pages are served under any host, the longest possible host is used. */
const MAX_ORIGIN = `https://${'h'.repeat(253)}`;

export function createPageMeasure(publicUrl: string | undefined): PageMeasure {
  return { ceiling, bytesOf, addresses: pageAddresses(publicUrl ?? MAX_ORIGIN) };
}

function ceiling({ blocks, items, contentBytes, accountBytes, repeats }: StoredAmount): number {
  const tags = FRAME_BYTES + blocks * BLOCK_BYTES + items * ITEM_BYTES;
  return tags + contentBytes * CONTENT_FACTOR + accountBytes * (ACCOUNT_FACTOR + repeats * CONTENT_FACTOR);
}

async function bytesOf(page: Page, enough: number, pause: () => Promise<void>): Promise<number> {
  await pause();
  const { start, rest } = renderPage(page, { withPixels: false, blocks: [] });
  let bytes = Buffer.byteLength(start) + Buffer.byteLength(rest);
  for (const block of page.blocks) {
    if (bytes > enough) break;
    await pause();
    bytes += Buffer.byteLength(String(renderBlock(block, page)));
  }
  return bytes;
}
