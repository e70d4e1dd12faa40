// The links of a page, which go by the ids of their items and outlive them: counts stay with them through every edit.
//
// An address that was published goes on leading where it led. So a slug belongs to its link for good: to the one that
// has it, to the one that had it, and to a deleted one whose counts have that name. A deleted link gives its slug back
// only where nobody ever followed it, and those that it had before in any case.
import { type FieldErrors, invalid } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import {
  deleteFormerSlugs,
  formerSlugs,
  insertFormerSlug,
  type SlugHolder,
  slugHolders,
  takenSlugs,
} from '../storage/link-slugs.ts';
import {
  findLinks,
  forgetLinks,
  insertLinks,
  markLinksDeleted,
  surplusDeletedLinks,
  updateLink,
} from '../storage/links.ts';
import type { LinkRow } from '../storage/tables.ts';
import type { PageEdit } from './page-edit.ts';
import { slugFor, slugProblem } from './slugs.ts';

export interface LinkFields {
  /** Its item's. */
  id: number;
  /** What a slug is made from where there is none yet. */
  title: string;
  url: string;
  /** One that the owner chose. */
  slug?: string | undefined;
  /** Where the slug stands in what was sent, for the error: `items.0.slug`. */
  field?: string | undefined;
}

/** Deleted links that nobody ever followed are remembered up to this many, so that their addresses say what became of them. */
const MOST_UNFOLLOWED = 1000;

/** Makes the link, or changes it, and returns its slug. A slug that it had before goes on leading to it. */
export async function putLink(edit: PageEdit, fields: LinkFields): Promise<string> {
  const slugs = await putLinks(edit, [fields]);
  return slugs.get(fields.id)!;
}

/** The same for any number of them at once; returns their slugs by their ids. */
export async function putLinks(edit: PageEdit, all: readonly LinkFields[]): Promise<Map<number, string>> {
  const { tx, accountId } = edit;
  const ids = all.map(({ id }) => id);
  const known = new Map((await findLinks(tx, accountId, ids)).map((link) => [link.id, link]));
  const chosen = await takeSlugs(edit, all, known);
  const slugs = new Map<number, string>();

  for (const { id, url } of all) {
    const link = known.get(id);
    if (!link) continue;
    const slug = chosen.get(id) ?? link.slug;
    if (slug !== link.slug) await insertFormerSlug(tx, accountId, id, link.slug);
    await updateLink(tx, accountId, id, { slug, url, deleted_at: null });
    slugs.set(id, slug);
  }

  const fresh = all.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return slugs;
  const isAllChosen = fresh.every(({ id }) => chosen.has(id));
  const taken = isAllChosen ? new Set<string>() : await takenSlugs(tx, accountId);
  for (const slug of chosen.values()) taken.add(slug);
  for (const { id, title } of fresh) {
    const slug = chosen.get(id) ?? slugFor(title, (one) => taken.has(one));
    taken.add(slug);
    slugs.set(id, slug);
  }
  const rows = fresh.map(({ id, url }) => ({ id, slug: slugs.get(id)!, url, deleted_at: null }));
  await insertLinks(tx, accountId, rows);
  return slugs;
}

/** They are told of as deleted from then on; their counts stay. */
export async function dropLinks({ tx, accountId, at }: PageEdit, ids: readonly number[]): Promise<void> {
  await markLinksDeleted(tx, accountId, ids, at);
  await forgetLinks(tx, accountId, await surplusDeletedLinks(tx, accountId, MOST_UNFOLLOWED));
}

/**
 * The deleted links that have these slugs, by their slugs. An item that is made with one of these ids is that link again,
 * with its address and its counts: so a page that is put back is the page that it was.
 */
export async function deletedLinks(
  { tx, accountId }: PageEdit,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const asked = slugs.map((slug) => slug.normalize('NFC'));
  const holders = await slugHolders(
    tx,
    accountId,
    asked.filter((slug) => !slugProblem(slug)),
  );
  const deleted = [...holders.values()].filter((holder) => holder.isDeleted && holder.slug === holder.current);
  return new Map(deleted.map(({ slug, linkId }) => [slug, linkId]));
}

/** The slugs that are chosen and new to their links, each of them free by then. */
async function takeSlugs(
  { tx, accountId }: PageEdit,
  all: readonly LinkFields[],
  known: ReadonlyMap<number, LinkRow>,
): Promise<Map<number, string>> {
  const chosen = new Map<number, string>();
  for (const { id, slug } of all) {
    const normal = slug?.normalize('NFC');
    if (normal !== undefined && normal !== known.get(id)?.slug) chosen.set(id, normal);
  }
  if (chosen.size === 0) return chosen;

  const holders = await slugHolders(
    tx,
    accountId,
    [...chosen.values()].filter((slug) => !slugProblem(slug)),
  );
  const former = await formerSlugs(tx, accountId, [...known.keys()]);
  const mine = new Set(all.map(({ id }) => id));
  const claimed = new Set<string>();
  const errors: FieldErrors = {};
  for (const { id, field = 'slug' } of all) {
    const slug = chosen.get(id);
    if (slug === undefined) continue;
    const holder = holders.get(slug);
    const isGone = holder?.isDeleted === true && !mine.has(holder.linkId);
    const problem =
      slugProblem(slug) ??
      (claimed.has(slug) ? isTaken(slug) : undefined) ??
      (holder && holder.linkId !== id ? heldBy(holder, isGone) : undefined) ??
      (known.has(id) ? tooMany(former.get(id) ?? [], slug) : undefined);
    if (problem) errors[field] = [problem];
    claimed.add(slug);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);

  const given = [...holders.values()];
  const isFormer = ({ slug, current }: SlugHolder) => slug !== current;
  await deleteFormerSlugs(
    tx,
    accountId,
    given.filter(isFormer).map(({ slug }) => slug),
  );
  await forgetLinks(
    tx,
    accountId,
    given.filter((holder) => !isFormer(holder)).map(({ linkId }) => linkId),
  );
  return chosen;
}

/** What keeps the slug from being given to another link. */
function heldBy({ slug, current, wasFollowed }: SlugHolder, isGone: boolean): string | undefined {
  if (slug !== current) return isGone ? undefined : `The slug "${slug}" still leads to the link "${current}".`;
  if (!isGone) return isTaken(slug);
  return wasFollowed
    ? `The slug "${slug}" is the name of a deleted link's counts; only a new item can bring that link back.`
    : undefined;
}

function isTaken(slug: string): string {
  return `The slug "${slug}" is taken by another link of this page.`;
}

/** None is let go of for another: whoever was given it would come in vain. */
function tooMany(former: readonly string[], slug: string): string | undefined {
  if (former.includes(slug) || former.length < limits.formerSlugs) return undefined;
  return `This link had ${former.length} other slugs, which all lead to it still; take one of them back, or let go of some first.`;
}
