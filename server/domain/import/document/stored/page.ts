// The current page as a document, with its rows.
import { blockLimits } from '../../../../../contract/page/block-shapes.ts';
import {
  type DocumentPixel,
  documentVersion,
  MAX_PIXELS,
  type PageDocument,
} from '../../../../../contract/page/document.ts';
import { findAccount } from '../../../../storage/accounts/accounts.ts';
import { listBlocks } from '../../../../storage/page/blocks.ts';
import { formerSlugs } from '../../../../storage/page/link-slugs.ts';
import { slugsOf } from '../../../../storage/page/links.ts';
import { pageOfPixels } from '../../../../storage/page/pixels.ts';
import type { AccountRow, Executor, PixelRow } from '../../../../storage/tables.ts';
import { createPauses } from '../../../../system/pauses.ts';
import { type StoredBlock, storedBlock } from './blocks.ts';
import { storedSections } from './sections.ts';

export interface StoredPage {
  account: AccountRow;
  document: PageDocument;
  blocks: StoredBlock[];
  pixels: { row: PixelRow; shown: DocumentPixel }[];
}

/** Undefined if there is no such account. */
export async function storedPage(db: Executor, accountId: number): Promise<StoredPage | undefined> {
  const account = await findAccount(db, accountId);
  if (!account) return undefined;
  const rows = await listBlocks(db, accountId, blockLimits.blocks);
  const current = await slugsOf(db, accountId);
  const former = await formerSlugs(db, accountId, [...current.keys()]);
  const { rows: pixelRows } = await pageOfPixels(db, accountId, { page: 1, size: MAX_PIXELS });
  const owner = { publicToken: account.public_token };
  const blocks: StoredBlock[] = [];
  const pause = createPauses();
  for (const row of rows) {
    await pause();
    blocks.push(storedBlock(row, { current, former }, owner));
  }
  const pixels = pixelRows.map((row) => ({ row, shown: pixelDocument(row) }));
  const document: PageDocument = {
    version: documentVersion,
    ...storedSections(account),
    ...(blocks.length === 0 ? {} : { blocks: blocks.map(({ shown }) => shown) }),
    ...(pixels.length === 0 ? {} : { pixels: pixels.map(({ shown }) => shown) }),
  };
  return { account, document, blocks, pixels };
}

/** The document for export. `schemaUrl` lets editors validate it. */
export function exported({ document }: StoredPage, schemaUrl: string | undefined): PageDocument {
  return schemaUrl === undefined ? document : { $schema: schemaUrl, ...document };
}

function pixelDocument({ name, pixel_type: type, pixel_id, status }: PixelRow): DocumentPixel {
  return sparsePixel({ name, type, pixel_id, status });
}

export function sparsePixel({ name, type, pixel_id, status }: DocumentPixel): DocumentPixel {
  return { name, type, pixel_id, ...(status === 0 ? { status } : {}) };
}
