// Applies the pixels of a document to the page.
import type { DocumentPixel, PageDocument } from '../../../../../contract/page/document.ts';
import { deletePixel, insertPixel, updatePixel } from '../../../../storage/page/pixels.ts';
import type { PageEdit } from '../../../page/page-edit.ts';
import { checkPixelRoom } from '../../../page/pixels.ts';
import { isSame } from '../changes/comparing.ts';
import { type StoredPage, sparsePixel } from '../stored/page.ts';

/** Matches by tracker id first, then by type and name, so that a new tracker id is a change and not a new pixel. */
const matchKeys: ((pixel: DocumentPixel) => string)[] = [
  ({ type, pixel_id, name }) => JSON.stringify([type, pixel_id, name]),
  ({ type, pixel_id }) => JSON.stringify([type, pixel_id]),
  ({ type, name }) => JSON.stringify([type, name]),
];

export async function applyPixels(edit: PageEdit, page: StoredPage, document: PageDocument): Promise<void> {
  const { tx, accountId, at } = edit;
  const free = new Set(page.pixels);
  const open = new Set((document.pixels ?? []).map(sparsePixel));
  for (const matchKey of matchKeys) {
    const candidates = Map.groupBy(free, ({ shown }) => matchKey(shown));
    for (const pixel of open) {
      const found = candidates.get(matchKey(pixel))?.shift();
      if (!found) continue;
      open.delete(pixel);
      free.delete(found);
      if (!isSame(pixel, found.shown)) await updatePixel(tx, accountId, found.row.id, values(pixel, at));
    }
  }
  for (const { row } of free) await deletePixel(tx, accountId, row.id);
  await addPixels(edit, [...open]);
}

/** Adds the pixels that the page does not have yet. */
export async function addMissingPixels(edit: PageEdit, page: StoredPage, document: PageDocument): Promise<void> {
  const tracker = matchKeys[1]!;
  const there = new Set(page.pixels.map(({ shown }) => tracker(shown)));
  await addPixels(
    edit,
    (document.pixels ?? []).filter((pixel) => !there.has(tracker(pixel))),
  );
}

async function addPixels(edit: PageEdit, pixels: readonly DocumentPixel[]): Promise<void> {
  const { tx, store, accountId, at, quotas } = edit;
  if (pixels.length === 0) return;
  await checkPixelRoom(tx, accountId, { quotas, more: pixels.length, field: 'pixels' });
  const ids = await store.dialect.allocateIds(tx, pixels.length);
  for (const [index, pixel] of pixels.entries()) {
    await insertPixel(tx, accountId, { id: ids[index]!, ...values(pixel, at), created_at: at });
  }
}

function values({ name, type, pixel_id, status = 1 }: DocumentPixel, at: number) {
  return { name, status, pixel_id, pixel_type: type, updated_at: at };
}
