// The size of a page, exactly and as an upper bound. Most writes are to small pages: the bound, taken from how much is
// stored, tells that these are small without rendering them. A test holds the factors to what the views really make of
// the worst input.
import type { Page } from '../../../contract/page/page.ts';
import type { PageMeasure, StoredAmount } from '../../../contract/page/size.ts';
import { pageAddresses } from '../pictures.ts';
import { renderBlock } from './blocks.ts';
import { renderPage } from './document.ts';

/** Everything around the blocks: style sheet, scripts, head. */
const FRAME_BYTES = 64 * 1024;
/** Tags of a block or an item, whatever stands in it; of an item with the address of its link. */
const BLOCK_BYTES = 3 * 1024;
const ITEM_BYTES = 1536;
/** What becomes of one stored byte: entities, Markdown, several sizes of a picture, a text that is shown twice. */
const CONTENT_FACTOR = 12;
/** Name and bio stand in the head again and again. */
const ACCOUNT_FACTOR = 48;

/** If pages are served under any host, the longest that there can be stands for it. */
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
