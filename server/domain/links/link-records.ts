// Link records. They have the ids of their items and outlive them, so that counts survive every edit.
//
// A published address must keep working. So a slug stays reserved for its link: as its current slug, as a former slug, and
// as the slug of a deleted link that has counts. A deleted link releases its slug only if it was never followed, and
// its former slugs always.
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
import type { LinkRow } from '../../storage/tables.ts';
import type { PageEdit } from '../page/page-edit.ts';
import { slugFor, slugProblem } from './slugs.ts';

/** The part of an edit that reads links. */
type LinkReader = Pick<PageEdit, 'tx' | 'accountId'>;

export interface LinkFields {
  /** The id of its item. */
  id: number;
  /** The source of the slug, if there is none yet. */
  title: string;
  url: string;
  /** Chosen by the owner. */
  slug?: string | undefined;
  /** The path of the slug in the request, for errors: `items.0.slug`. */
  field?: string | undefined;
}

/** How many deleted links without visits are kept, so that their addresses answer "deleted". */
const MAX_UNFOLLOWED = 1000;

/** Creates or changes the link and returns its slug. Its former slugs keep redirecting. */
export async function putLink(edit: PageEdit, fields: LinkFields): Promise<string> {
  const slugs = await putLinks(edit, [fields]);
  return slugs.get(fields.id)!;
}

/** As `putLink` for many links; returns slugs by id. */
export async function putLinks(edit: PageEdit, all: readonly LinkFields[]): Promise<Map<number, string>> {
  const { tx, accountId } = edit;
  const { known, released, slugs } = await planLinks(edit, all);
  await releaseSlugs(edit, released);
  for (const { id, url } of all) {
    const link = known.get(id);
    if (!link) continue;
    const slug = slugs.get(id)!;
    if (slug !== link.slug) await insertFormerSlugs(tx, accountId, id, [link.slug]);
    await updateLink(tx, accountId, id, { slug, url, deleted_at: null });
  }
  const missing = all.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return slugs;
  const rows = missing.map(({ id, url }) => ({ id, slug: slugs.get(id)!, url, deleted_at: null }));
  await insertLinks(tx, accountId, rows);
  return slugs;
}

interface LinkPlan {
  /** The links that exist, by id. */
  known: ReadonlyMap<number, LinkRow>;
  /** Slugs of deleted links, which other links get. */
  released: readonly SlugHolder[];
  /** By id. */
  slugs: Map<number, string>;
}

/** Checks the links and finds their slugs, without changing anything. */
export async function planLinks(reader: LinkReader, all: readonly LinkFields[]): Promise<LinkPlan> {
  const { tx, accountId } = reader;
  const ids = all.map(({ id }) => id);
  const known = new Map((await findLinks(tx, accountId, ids)).map((link) => [link.id, link]));
  const claims = all.flatMap(({ id, slug, field = 'slug' }) => {
    const chosen = slug?.normalize('NFC');
    return chosen === undefined || chosen === known.get(id)?.slug ? [] : [{ id, slug: chosen, field }];
  });
  const released = await checkClaims(reader, claims, new Set(ids));
  await checkRoom(
    reader,
    claims.filter(({ id }) => known.has(id)),
  );
  const chosen = new Map(claims.map(({ id, slug }) => [id, slug]));
  const slugs = new Map<number, string>();

  for (const { id, slug } of known.values()) slugs.set(id, chosen.get(id) ?? slug);
  const missing = all.filter(({ id }) => !known.has(id));
  const isAllChosen = missing.every(({ id }) => chosen.has(id));
  const taken = isAllChosen ? new Set<string>() : await takenSlugs(tx, accountId);
  for (const slug of chosen.values()) taken.add(slug);
  for (const { id, title } of missing) {
    const slug = chosen.get(id) ?? slugFor(title, (one) => taken.has(one));
    taken.add(slug);
    slugs.set(id, slug);
  }
  return { known, released, slugs };
}

/**
 * Sets the former slugs of a link. Omitted ones are released, new ones are claimed. The current slug is never among
 * them.
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
    throw invalid({ [field]: [`A link can have at most ${limits.formerSlugs} former slugs.`] });
  }
  const added = [...wanted].filter(([slug]) => !had.includes(slug));
  const claims = added.map(([slug, at]) => ({ id: linkId, slug, field: at }));
  await releaseSlugs(edit, await checkClaims(edit, claims, new Set([linkId])));
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

/** Marks links as deleted; their counts are kept. */
export async function dropLinks({ tx, accountId, at }: PageEdit, ids: readonly number[]): Promise<void> {
  await markLinksDeleted(tx, accountId, ids, at);
  for (;;) {
    const surplus = await surplusDeletedLinks(tx, accountId, MAX_UNFOLLOWED);
    if (surplus.length === 0) return;
    await forgetLinks(tx, accountId, surplus);
  }
}

/**
 * The deleted links with these slugs, by slug. An item created with one of these ids restores that link, with its
 * address and counts, so that a restored page is complete.
 */
export async function deletedLinks(
  { tx, accountId }: LinkReader,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const asked = slugs.map((slug) => slug.normalize('NFC')).filter((slug) => !slugProblem(slug));
  const holders = await slugHolders(tx, accountId, asked);
  const deleted = [...holders.values()].filter((holder) => holder.isDeleted && holder.slug === holder.current);
  return new Map(deleted.map(({ slug, linkId }) => [slug, linkId]));
}

interface Claim {
  /** The link that claims it. */
  id: number;
  slug: string;
  field: string;
}

/** Checks that the slugs are free, and returns those that others hold. `mine` are the links of this edit. */
async function checkClaims(
  { tx, accountId }: LinkReader,
  claims: readonly Claim[],
  mine: ReadonlySet<number>,
): Promise<SlugHolder[]> {
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
  return [...holders.values()];
}

/** Takes the slugs from the links that hold them. */
async function releaseSlugs({ tx, accountId }: PageEdit, given: readonly SlugHolder[]): Promise<void> {
  const former = given.filter(({ slug, current }) => slug !== current).map(({ slug }) => slug);
  const gone = given.filter(({ slug, current }) => slug === current).map(({ linkId }) => linkId);
  await deleteFormerSlugs(tx, accountId, former);
  await forgetLinks(tx, accountId, gone);
}

/** Why another link cannot get the slug; undefined if it can. */
function heldBy({ slug, current, wasFollowed }: SlugHolder, isGone: boolean): string | undefined {
  if (slug !== current) return isGone ? undefined : `The slug "${slug}" still leads to the link "${current}".`;
  if (!isGone) return isTaken(slug);
  return wasFollowed
    ? `The slug "${slug}" belongs to a deleted link with counts; only a new item can restore that link.`
    : undefined;
}

function isTaken(slug: string): string {
  return `The slug "${slug}" is taken by another link of this page.`;
}

/** Never releases a former slug to make room: published addresses would break. */
async function checkRoom({ tx, accountId }: LinkReader, claims: readonly Claim[]): Promise<void> {
  const ids = claims.map(({ id }) => id);
  const former = await formerSlugs(tx, accountId, ids);
  for (const { id, slug, field } of claims) {
    // A former slug that becomes current again no longer counts.
    const { length } = (former.get(id) ?? []).filter((one) => one !== slug);
    if (length < limits.formerSlugs) continue;
    const problem = `This link already has ${length} former slugs; use one of them again, or remove some.`;
    throw invalid({ [field]: [problem] });
  }
}
