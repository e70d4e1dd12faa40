// A version is the page document, with the ids of its blocks and items beside it: by them, a restore finds what is still
// there, and brings back what is not.
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { limits } from '../../../../contract/limits.ts';
import type { PageDocument } from '../../../../contract/page/document.ts';
import type { Micros } from '../../../../contract/time.ts';
import type { PageVersionRow } from '../../../storage/history-tables.ts';
import { deleteVersionsUpTo, insertVersion, versionSizes } from '../../../storage/page/page-versions.ts';
import type { Executor } from '../../../storage/tables.ts';
import { createPauses } from '../../../system/pauses.ts';
import type { StoredPage } from '../../import/document/stored/page.ts';
import { digestsIn } from '../../uploads/upload-uses.ts';

export interface RecordOrigin {
  id: number;
  created_at: Micros;
}

/** In the order of the document. */
export type VersionIds = readonly (RecordOrigin & { items: readonly RecordOrigin[] })[];

export interface PageVersion {
  document: PageDocument;
  ids: VersionIds;
}

export type NewVersion = Omit<PageVersionRow, 'account_id' | 'id'>;

interface Content {
  sections: Omit<PageDocument, 'blocks' | 'pixels'>;
  blocks: PageDocument['blocks'];
  pixels: PageDocument['pixels'];
  ids: VersionIds;
}

/** Pretty fast, and only a little larger than the best. */
const QUALITY = 5;
const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** With pauses, because the page may be large. */
export async function packVersion({ account, document, blocks }: StoredPage, at: Micros): Promise<NewVersion> {
  const pause = createPauses();
  const texts: string[] = [];
  for (const { shown } of blocks) {
    await pause();
    texts.push(JSON.stringify(shown));
  }
  const { blocks: _, pixels = [], ...sections } = document;
  const ids: VersionIds = blocks.map(({ row, items }) => ({
    ...originOf(row),
    items: items.map((item) => originOf(item.row)),
  }));
  const rest = JSON.stringify({ sections, pixels, ids } satisfies Omit<Content, 'blocks'>);
  const text = `${rest.slice(0, -1)},"blocks":[${texts.join(',')}]}`;
  const packed = await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  return {
    changed_at: account.updated_at,
    stored_at: at,
    blocks: blocks.length,
    items: ids.reduce((sum, block) => sum + block.items.length, 0),
    uploads: digestsIn(text).join(' '),
    content: packed.toString('base64'),
  };
}

export async function unpackVersion(content: string): Promise<PageVersion> {
  const text = (await decompress(Buffer.from(content, 'base64'))).toString();
  const { sections, blocks, pixels, ids } = JSON.parse(text) as Content;
  return {
    document: { ...sections, ...(blocks?.length && { blocks }), ...(pixels?.length && { pixels }) },
    ids,
  };
}

/** Deletes the oldest versions that are beyond the limits. */
export async function putVersion(tx: Executor, accountId: number, version: NewVersion & { id: number }): Promise<void> {
  await insertVersion(tx, accountId, version);
  let bytes = 0;
  const surplus = (await versionSizes(tx, accountId)).find((one, index) => {
    bytes += one.bytes;
    return index > 0 && (index >= limits.versions || bytes > limits.versionBytes);
  });
  if (surplus) await deleteVersionsUpTo(tx, accountId, surplus.id);
}

function originOf({ id, created_at }: RecordOrigin): RecordOrigin {
  return { id, created_at };
}
