// Links that come back with their items. If another link has taken a slug since, it keeps the slug.
import { formerSlugs, slugHolders } from '../../storage/page/link-slugs.ts';
import type { PageEdit } from '../page/page-edit.ts';
import { putFormerSlugs, putLinks } from './link-records.ts';

export interface RestoredLink {
  /** The id of its item. */
  id: number;
  title: string;
  url: string;
  slug: string;
  former: readonly string[];
}

const SLUGS_AT_ONCE = 5000;

/** Without its slug, a link gets a new one, made from its title. */
export async function restoreLinks(edit: PageEdit, links: readonly RestoredLink[]): Promise<void> {
  if (links.length === 0) return;
  const taken = await slugsTaken(
    edit,
    links.map(({ id, slug, former }) => ({ id, slugs: [slug, ...former] })),
  );
  const fields = links.map(({ id, title, url, slug }) => {
    return { id, title, url, ...(taken.has(slug) ? {} : { slug }) };
  });
  await putLinks(edit, fields);
  const { tx, accountId } = edit;
  const ids = links.map(({ id }) => id);
  const had = await formerSlugs(tx, accountId, ids);
  for (const { id, former } of links) {
    const present = had.get(id) ?? [];
    const missing = former.filter((slug) => !taken.has(slug) && !present.includes(slug));
    if (missing.length > 0) await putFormerSlugs(edit, id, [...present, ...missing]);
  }
}

/** Those of the slugs that belong to another link and cannot be taken from it. */
export async function slugsTaken(
  { tx, accountId }: PageEdit,
  links: readonly { id: number; slugs: readonly string[] }[],
): Promise<Set<string>> {
  const owners = new Map(links.flatMap(({ id, slugs }) => slugs.map((slug) => [slug, id])));
  const slugs = [...owners.keys()];
  const taken = new Set<string>();
  for (let from = 0; from < slugs.length; from += SLUGS_AT_ONCE) {
    const holders = await slugHolders(tx, accountId, slugs.slice(from, from + SLUGS_AT_ONCE));
    for (const { slug, linkId, current, isDeleted, wasFollowed } of holders.values()) {
      const isFree = isDeleted && (slug !== current || !wasFollowed);
      if (linkId !== owners.get(slug) && !isFree) taken.add(slug);
    }
  }
  return taken;
}
