// Changes of a link by its owner. The target belongs to the item and is changed there as well.
import { ApiError, type FieldErrors, invalid } from '../../../contract/errors.ts';
import { type ItemPatch, readItemPatch } from '../../../contract/page/block-drafts.ts';
import type { BlockType } from '../../../contract/vocabulary.ts';
import { findListedLink } from '../../storage/page/link-listing.ts';
import { logActivity } from '../activity/activity.ts';
import { collectFieldErrors } from '../field-errors.ts';
import { addressesOf } from '../page/blocks/addresses.ts';
import { changeItem } from '../page/blocks/item-changes.ts';
import { itemIn } from '../page/blocks/items.ts';
import { blockToEdit } from '../page/blocks.ts';
import type { PageEdit } from '../page/page-edit.ts';
import { putFormerSlugs } from './link-records.ts';

export interface LinkPatch {
  slug?: string;
  url?: string;
  former_slugs?: string[];
}

export const noSuchLink = () => new ApiError('not_found', 'This account has no such link.');
export const deletedLink = () => new ApiError('not_found', 'This link was deleted and cannot be changed.');

export async function editLink(edit: PageEdit, linkId: number, { slug, url, former_slugs }: LinkPatch): Promise<void> {
  const { tx, store, accountId, actor, at } = edit;
  const link = await findListedLink(tx, accountId, linkId);
  if (!link) throw noSuchLink();
  if (!link.item) throw deletedLink();
  const block = await blockToEdit(edit, link.item.block_id);
  const item = itemIn(block, linkId);

  const fieldErrors = collectFieldErrors();
  const patch: ItemPatch = {};
  if (url !== undefined && url !== link.url) {
    const target = await fieldErrors.atField('url', (field) => targetIn(edit, block.block, url, field));
    if (target !== null) patch.link = target;
  }
  if (slug !== undefined) patch.slug = slug;
  // First, so that removed slugs make room for the current one.
  if (former_slugs) await fieldErrors.atField('former_slugs', () => putFormerSlugs(edit, linkId, former_slugs));
  await fieldErrors.atField('slug', () => changeItem(edit, block, item, patch));
  fieldErrors.throwIfAny();
  const message = `The link "${slug ?? link.slug}" was changed.`;
  const subject = { kind: 'item', id: linkId } as const;
  await logActivity(tx, store.dialect, accountId, actor, { type: 'link_updated', subject, message, at });
}

/** Validates the target as the link of an item in a block of that type. */
async function targetIn(edit: PageEdit, type: BlockType, url: string, field: string): Promise<string | null> {
  const fieldErrors: FieldErrors = {};
  const { link = null } = readItemPatch(type, { link: url }, fieldErrors);
  const problems = Object.values(fieldErrors).flat();
  if (problems.length > 0)
    throw invalid({ [field]: problems.map((text) => text.replace('field link', `field ${field}`)) });
  return addressesOf(edit).link(field, link);
}
