// The rows that an import created, so that the caller gets their ids and slugs.
import type { ImportCreated } from '../../../../../contract/schemas/page-document.ts';
import type { StoredPage } from '../stored/page.ts';

export function createdBetween(before: StoredPage, after: StoredPage): ImportCreated[] {
  const known = new Set(rowsOf(before).map(({ id }) => id));
  return rowsOf(after).filter(({ id }) => !known.has(id));
}

function rowsOf({ blocks, pixels }: StoredPage): ImportCreated[] {
  return [
    ...blocks.flatMap(({ row, items }, index): ImportCreated[] => [
      { what: 'block', id: row.id, path: `blocks.${index}`, slug: null },
      ...items.map((item, itemIndex): ImportCreated => {
        const path = `blocks.${index}.items.${itemIndex}`;
        return { what: 'item', id: item.row.id, path, slug: item.shown.slug ?? null };
      }),
    ]),
    ...pixels.map(
      ({ row }, index): ImportCreated => ({ what: 'pixel', id: row.id, path: `pixels.${index}`, slug: null }),
    ),
  ];
}
