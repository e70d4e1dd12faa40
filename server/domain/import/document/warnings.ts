// Warnings of an import, besides its changes.
import type { DocumentBlock, DocumentItem, PageDocument } from '../../../../contract/page/document.ts';
import { slugHolders } from '../../../storage/page/link-slugs.ts';
import type { PageEdit } from '../../page/page-edit.ts';
import type { StoredBlock } from './stored/blocks.ts';

/** Databases limit the number of parameters of a query. */
const SLUGS_AT_ONCE = 5000;

/** Removed forms lose their entries. `entries` is the number of entries by form. */
export function lostEntries(
  removed: readonly StoredBlock[],
  entries: ReadonlyMap<number, number>,
  isDryRun: boolean,
): string[] {
  return removed.flatMap(({ row }) => {
    const total = entries.get(row.id) ?? 0;
    if (total === 0) return [];
    const lost = total === 1 ? '1 entry' : `${total} entries`;
    const form = row.name === null ? 'a form' : `the form "${row.name}"`;
    return [`${lost} of ${form} ${isDryRun ? 'would be' : total === 1 ? 'was' : 'were'} deleted.`];
  });
}

/** The document without slugs that other links of this page have. The new links get other slugs. */
export async function takenSlugs(
  { tx, accountId }: PageEdit,
  document: PageDocument,
): Promise<{ document: PageDocument; warnings: string[] }> {
  const slugs = (document.blocks ?? []).flatMap(({ items = [] }) =>
    (items as DocumentItem[]).flatMap(({ slug, former_slugs = [] }) => [...(slug ? [slug] : []), ...former_slugs]),
  );
  const live = new Set<string>();
  for (let from = 0; from < slugs.length; from += SLUGS_AT_ONCE) {
    const holders = await slugHolders(tx, accountId, slugs.slice(from, from + SLUGS_AT_ONCE));
    for (const { slug, isDeleted } of holders.values()) if (!isDeleted) live.add(slug);
  }
  const isTaken = (slug: string) => live.has(slug);
  const warnings = slugs.filter(isTaken).map((slug) => `Another link of this page already has the slug "${slug}".`);
  const freed = (item: DocumentItem): DocumentItem => ({
    ...item,
    slug: item.slug !== undefined && isTaken(item.slug) ? undefined : item.slug,
    former_slugs: item.former_slugs?.filter((slug) => !isTaken(slug)),
  });
  const blocks = document.blocks?.map((block): DocumentBlock => {
    return { ...block, items: (block.items as DocumentItem[] | undefined)?.map(freed) } as DocumentBlock;
  });
  return { document: { ...document, ...(blocks && { blocks }) }, warnings };
}
