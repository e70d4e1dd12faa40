// Other links may have taken slugs of an earlier version. They keep them.
import { slugsTaken } from '../../../links/restored-links.ts';
import type { PageEdit } from '../../../page/page-edit.ts';
import type { ItemMatch, Matching } from '../changes/matching.ts';

/** Removes taken slugs from what is wanted, and returns warnings. Only a version tells which link an item is. */
export async function leaveTakenSlugs(edit: PageEdit, { blocks, isVersion }: Matching): Promise<string[]> {
  if (!isVersion) return [];
  const items = blocks.flatMap((block) => block.items).filter(({ wanted }) => wanted.slug !== undefined);
  const taken = await slugsTaken(
    edit,
    items.map((item) => ({ id: idOf(item), slugs: slugsOf(item) })),
  );
  if (taken.size === 0) return [];
  const warnings: string[] = [];
  for (const item of items) {
    const { slug, former_slugs, ...others } = item.wanted;
    const left = slugsOf(item).filter((one) => taken.has(one));
    if (left.length === 0) continue;
    warnings.push(...left.map((one) => `The slug "${one}" belongs to another link now and stays with it.`));
    item.wanted = {
      ...others,
      ...(taken.has(slug!) ? {} : { slug: slug! }),
      ...(former_slugs && { former_slugs: former_slugs.filter((one) => !taken.has(one)) }),
    };
  }
  return warnings;
}

function idOf({ stored, origin }: ItemMatch): number {
  return stored?.row.id ?? origin!.id;
}

function slugsOf({ wanted: { slug, former_slugs = [] } }: ItemMatch): string[] {
  return [slug!, ...former_slugs];
}
