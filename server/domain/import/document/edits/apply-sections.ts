// Applies the sections of a document to the page.
import {
  type DocumentSections,
  type PageDocument,
  type SectionName,
  sectionNames,
} from '../../../../../contract/page/document.ts';
import type { UploadOwner } from '../../../../../contract/page/uploads.ts';
import { type SectionEdits, sectionEdits } from '../../../../../contract/schemas/sections.ts';
import type { PageEdit } from '../../../page/page-edit.ts';
import { changeSection } from '../../../page/page-sections.ts';
import { isSame } from '../changes/comparing.ts';
import type { StoredPage } from '../stored/page.ts';
import { address } from './drafts.ts';

/** `document` is complete: omitted values are reset to their defaults. */
export async function applySections(edit: PageEdit, page: StoredPage, document: PageDocument): Promise<void> {
  for (const name of sectionNames) {
    if (isSame(document[name] ?? {}, page.document[name] ?? {})) continue;
    await changeSection(edit, name, sectionPatch(name, document, edit), name);
  }
}

/** Fills values that the page does not set from the document; the page's own values win. */
export function sectionsWhereEmpty({ document: page }: StoredPage, document: PageDocument): DocumentSections {
  const over = (name: SectionName) => ({ ...(document[name] as object), ...(page[name] as object) });
  const sections = Object.fromEntries(sectionNames.map((name) => [name, over(name)]));
  // The background is taken as a whole: a mix of two would be neither.
  return { ...sections, background: page.background ?? document.background };
}

function sectionPatch<Name extends SectionName>(
  name: Name,
  document: PageDocument,
  owner: UploadOwner,
): SectionEdits[Name] {
  const given = (document[name] ?? {}) as Record<string, unknown>;
  const patch = whole(sectionEdits[name].properties, given, owner);
  return patch as SectionEdits[Name];
}

/** Every field: omitted ones as null, and uploads as paths. */
function whole(fields: object, given: Record<string, unknown>, owner: UploadOwner): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, field]: [string, { properties?: object }]) => {
    const value = given[name];
    if (field.properties && value) return [name, whole(field.properties, value as Record<string, unknown>, owner)];
    return [name, typeof value === 'string' ? address(value, owner) : (value ?? null)];
  });
  return Object.fromEntries(entries);
}
