// The links of a page, which go by the ids of their items and outlive them: counts stay with them through every edit.
//
// An address that was published goes on leading where it led. So a slug belongs to its link for good: to the one that
// has it, to the one that had it, and to a deleted one whose counts have that name. A deleted link gives its slug back
// only where nobody ever followed it, and those that it had before in any case.
import { type FieldErrors, invalid } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import {
  deleteFormerSlugs,
  formerSlugs,
  insertFormerSlugs,
  type SlugHolder,
  slugHolders,
  takenSlugs,
} from '../../storage/page/link-slugs.ts';
import {
  findLinks,
  forgetLinks,
  insertLinks,
  markLinksDeleted,
  surplusDeletedLinks,
  updateLink,
} from '../../storage/page/links.ts';
import type { PageEdit } from '../page/page-edit.ts';
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
const MAX_UNFOLLOWED = 1000;

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
  const claims = all.flatMap(({ id, slug, field = 'slug' }) => {
    const chosen = slug?.normalize('NFC');
    return chosen === undefined || chosen === known.get(id)?.slug ? [] : [{ id, slug: chosen, field }];
  });
  await claimSlugs(edit, claims, new Set(ids));
  await checkRoom(
    edit,
    claims.filter(({ id }) => known.has(id)),
  );
  const chosen = new Map(claims.map(({ id, slug }) => [id, slug]));
  const slugs = new Map<number, string>();

  for (const { id, url } of all) {
    const link = known.get(id);
    if (!link) continue;
    const slug = chosen.get(id) ?? link.slug;
    if (slug !== link.slug) await insertFormerSlugs(tx, accountId, id, [link.slug]);
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

/**
 * The slugs by which a link is found beside the one that it has: those that are left out are let go of, new ones are
 * taken as if it had had them. The one that it has is never among them.
 */
export async function putFormerSlugs(
  edit: PageEdit,
  linkId: number,
  slugs: readonly string[],
  field = 'former_slugs',
): Promise<void> {
  const { tx, accountId } = edit;
  const [link] = await findLinks(tx, accountId, [linkId]);
  const had = (await formerSlugs(tx, accountId, [linkId])).get(linkId) ?? [];
  const wanted = new Map(slugs.map((slug, index) => [slug.normalize('NFC'), `${field}.${index}`]));
  if (!link) return;
  wanted.delete(link.slug);
  if (wanted.size > limits.formerSlugs) {
    throw invalid({ [field]: [`A link can be found by at most ${limits.formerSlugs} former slugs.`] });
  }
  const added = [...wanted].filter(([slug]) => !had.includes(slug));
  await claimSlugs(
    edit,
    added.map(([slug, at]) => ({ id: linkId, slug, field: at })),
    new Set([linkId]),
  );
  await deleteFormerSlugs(
    tx,
    accountId,
    had.filter((slug) => !wanted.has(slug)),
  );
  await insertFormerSlugs(
    tx,
    accountId,
    linkId,
    added.map(([slug]) => slug),
  );
}

/** They are told of as deleted from then on; their counts stay. */
export async function dropLinks({ tx, accountId, at }: PageEdit, ids: readonly number[]): Promise<void> {
  await markLinksDeleted(tx, accountId, ids, at);
  for (;;) {
    const surplus = await surplusDeletedLinks(tx, accountId, MAX_UNFOLLOWED);
    if (surplus.length === 0) return;
    await forgetLinks(tx, accountId, surplus);
  }
}

/**
 * The deleted links that have these slugs, by their slugs. An item that is made with one of these ids is that link again,
 * with its address and its counts: so a page that is put back is the page that it was.
 */
export async function deletedLinks(
  { tx, accountId }: PageEdit,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const asked = slugs.map((slug) => slug.normalize('NFC')).filter((slug) => !slugProblem(slug));
  const holders = await slugHolders(tx, accountId, asked);
  const deleted = [...holders.values()].filter((holder) => holder.isDeleted && holder.slug === holder.current);
  return new Map(deleted.map(({ slug, linkId }) => [slug, linkId]));
}

interface Claim {
  /** Of the link that wants it. */
  id: number;
  slug: string;
  field: string;
}

/** Sees to it that each is free by then. `mine` are the links that are there once this is done. */
async function claimSlugs(
  { tx, accountId }: PageEdit,
  claims: readonly Claim[],
  mine: ReadonlySet<number>,
): Promise<void> {
  const proper = claims.filter(({ slug }) => !slugProblem(slug)).map(({ slug }) => slug);
  const holders = await slugHolders(tx, accountId, proper);
  const claimed = new Set<string>();
  const errors: FieldErrors = {};
  for (const { id, slug, field } of claims) {
    const holder = holders.get(slug);
    const isGone = holder?.isDeleted === true && !mine.has(holder.linkId);
    const problem =
      slugProblem(slug) ??
      (claimed.has(slug) ? isTaken(slug) : undefined) ??
      (holder && holder.linkId !== id ? heldBy(holder, isGone) : undefined);
    if (problem) errors[field] = [problem];
    claimed.add(slug);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);

  const given = [...holders.values()];
  const former = given.filter(({ slug, current }) => slug !== current).map(({ slug }) => slug);
  const gone = given.filter(({ slug, current }) => slug === current).map(({ linkId }) => linkId);
  await deleteFormerSlugs(tx, accountId, former);
  await forgetLinks(tx, accountId, gone);
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

/** No slug is let go of for another: whoever was given it would come in vain. */
async function checkRoom({ tx, accountId }: PageEdit, claims: readonly Claim[]): Promise<void> {
  const ids = claims.map(({ id }) => id);
  // One of its own that it takes back is not among them any more.
  const former = await formerSlugs(tx, accountId, ids);
  for (const { id, field } of claims) {
    const { length } = former.get(id) ?? [];
    if (length < limits.formerSlugs) continue;
    const problem = `This link is found by ${length} former slugs already; take one of them back, or let go of some.`;
    throw invalid({ [field]: [problem] });
  }
}
