// Applies the slugs of a document to links.
import type { DocumentItem } from '../../../../../contract/page/document.ts';
import type { UploadOwner } from '../../../../../contract/page/uploads.ts';
import { formerSlugs } from '../../../../storage/page/link-slugs.ts';
import { slugsOf } from '../../../../storage/page/links.ts';
import { type LinkFields, putFormerSlugs, putLinks } from '../../../links/link-records.ts';
import type { PageEdit } from '../../../page/page-edit.ts';
import { address } from './drafts.ts';

/** A link with a slug or former slugs in the document. */
export interface LinkAtField {
  id: number;
  field: string;
  wanted: DocumentItem;
}

const LINKS_AT_ONCE = 100;

/** Old slugs of a link keep working, even if the document does not list them. */
export async function giveAddresses(
  edit: PageEdit,
  links: readonly LinkAtField[],
  pause: () => Promise<void>,
): Promise<void> {
  const { tx, accountId } = edit;
  const current = await slugsOf(tx, accountId);
  const other = links.filter(({ id, wanted }) => wanted.slug !== undefined && current.get(id) !== wanted.slug);
  // An existing link with one of these slugs was matched by it, so it is the same link. The order does not matter.
  for (let from = 0; from < other.length; from += LINKS_AT_ONCE) {
    await pause();
    await putLinks(
      edit,
      other.slice(from, from + LINKS_AT_ONCE).map((link) => linkFields(link, edit)),
    );
  }
  const former = await formerSlugs(
    tx,
    accountId,
    links.map(({ id }) => id),
  );
  for (const { id, field, wanted } of links) {
    const had = former.get(id) ?? [];
    const given = wanted.former_slugs ?? [];
    if (given.every((slug) => had.includes(slug))) continue;
    await pause();
    await putFormerSlugs(edit, id, [...given, ...had], `${field}.former_slugs`);
  }
}

function linkFields({ id, field, wanted }: LinkAtField, owner: UploadOwner): LinkFields {
  return { id, title: '', url: address(wanted.link, owner)!, slug: wanted.slug, field: `${field}.slug` };
}
