// What restored items refer to may have changed: an item can be on the page again with its link, and uploads can be gone.
import { isUploadOf, readUploadPath, type UploadOwner } from '../../../../contract/page/uploads.ts';
import { existingItems } from '../../../storage/page/blocks.ts';
import { readyDigests } from '../../../storage/page/uploads.ts';
import { type RestoredLink, restoreLinks } from '../../links/restored-links.ts';
import { captionIn, titleOf } from '../blocks/items.ts';
import type { PageEdit } from '../page-edit.ts';
import type { TrashedItem } from './trash.ts';

/** Without items that are on the page again: a new item with the slug of a deleted link is that item. */
export async function restorable(edit: PageEdit, items: readonly TrashedItem[]): Promise<TrashedItem[]> {
  const { tx, accountId } = edit;
  const ids = items.map(({ row }) => row.id);
  const there = await existingItems(tx, accountId, ids);
  const digests = items.flatMap(({ row }) => [digestOf(row.thumbnail, edit), digestOf(row.link, edit)]);
  const asked = digests.filter((digest) => digest !== undefined);
  const ready = await readyDigests(tx, accountId, asked);
  const present = (path: string | null) => {
    const digest = digestOf(path, edit);
    return digest === undefined || ready.has(digest) ? path : null;
  };
  return items
    .filter(({ row }) => !there.has(row.id))
    .map(({ row, slugs }) => ({
      row: { ...row, thumbnail: present(row.thumbnail), link: present(row.link) },
      ...(slugs && { slugs }),
    }));
}

function digestOf(path: string | null, owner: UploadOwner): string | undefined {
  const upload = path === null ? undefined : readUploadPath(path);
  return upload && isUploadOf(upload, owner) ? upload.digest : undefined;
}

/** Call it once the items are on the page. */
export async function restoreLinksOf(edit: PageEdit, items: readonly TrashedItem[]): Promise<void> {
  const links = items.flatMap(({ row, slugs }): RestoredLink[] => {
    if (row.link === null || !slugs) return [];
    const title = titleOf(captionIn(row.content), row.link);
    return [{ id: row.id, title, url: row.link, slug: slugs[0]!, former: slugs.slice(1) }];
  });
  await restoreLinks(edit, links);
}
