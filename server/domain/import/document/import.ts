// Applies a document to a page. It runs on a copy of the page (`import-plan.ts`), so that a preview and the import cannot
// differ, and no lock is held.
import { ApiError, type FieldErrors, invalid } from '../../../../contract/errors.ts';
import type { DocumentItem, PageDocument } from '../../../../contract/page/document.ts';
import type { UploadOwner } from '../../../../contract/page/uploads.ts';
import type { ImportChange, ImportCreated } from '../../../../contract/schemas/page-document.ts';
import type { BlockRow } from '../../../storage/tables.ts';
import type { VersionIds } from '../../page/history/page-version.ts';
import type { PageEdit } from '../../page/page-edit.ts';
import { createdBetween } from './changes/created.ts';
import { type BlockMatch, matched, matchedById, unmatched } from './changes/matching.ts';
import { changesBetween } from './changes/plan.ts';
import { applyBlocks } from './edits/apply-blocks.ts';
import { addMissingPixels, applyPixels } from './edits/apply-pixels.ts';
import { applySections, sectionsWhereEmpty } from './edits/apply-sections.ts';
import { resolvedBlocks } from './edits/drafts.ts';
import { asInDocument } from './fields.ts';
import { type StoredPage, storedPage } from './stored/page.ts';
import { sparseSections } from './stored/sections.ts';
import { lostEntries, takenSlugs } from './warnings.ts';

export interface PageImportRequest {
  document: PageDocument;
  mode: 'replace' | 'add';
  isDryRun: boolean;
  /** Number of entries by form id. */
  entries: ReadonlyMap<number, number>;
  /** Of a version of this page. */
  ids?: VersionIds | undefined;
}

export interface ImportOutcome {
  changes: ImportChange[];
  created: ImportCreated[];
  warnings: string[];
  after: StoredPage;
  /** Removed forms with entries. They go to the trash with them. */
  removedForms: BlockRow[];
  /** Ids of blocks and items that are created again. */
  revived: number[];
}

/** `before` is the current page. Errors have paths of the document. */
export async function importPage(
  edit: PageEdit,
  before: StoredPage,
  request: PageImportRequest,
): Promise<ImportOutcome> {
  try {
    return await applyDocument(edit, before, request);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error;
    throw invalid(asInDocument(error.errors));
  }
}

async function applyDocument(
  edit: PageEdit,
  before: StoredPage,
  { document, mode, isDryRun, entries, ids }: PageImportRequest,
): Promise<ImportOutcome> {
  const wanted = await resolved(document, before, edit);
  const warnings: string[] = [];
  const removedForms: BlockRow[] = [];
  const revived: number[] = [];
  if (mode === 'replace') {
    const matching = ids ? matchedById(before, wanted, ids) : matched(before, wanted);
    revived.push(...matching.blocks.flatMap(originIds));
    warnings.push(...lostEntries(matching.removedBlocks, entries, isDryRun));
    removedForms.push(
      ...matching.removedBlocks.map(({ row: { items: _, ...row } }) => row).filter(({ id }) => entries.has(id)),
    );
    warnings.push(...(await applyBlocks(edit, matching, [])));
    await applySections(edit, before, wanted);
    await applyPixels(edit, before, wanted);
  } else {
    checkRoom(edit, before, wanted);
    const { document: free, warnings: taken } = await takenSlugs(edit, wanted);
    warnings.push(...taken);
    const first = before.blocks.map(({ row }) => row.id);
    await applyBlocks(edit, unmatched(free), first);
    await applySections(edit, before, { version: 1, ...sectionsWhereEmpty(before, wanted) });
    await addMissingPixels(edit, before, wanted);
  }
  const after = await pageOf(edit);
  const created = createdBetween(before, after);
  return { changes: changesBetween(before, after), created, warnings, after, removedForms, revived };
}

function originIds(block: BlockMatch): number[] {
  return [block, ...block.items].flatMap(({ origin }) => origin?.id ?? []);
}

export async function pageOf({ tx, accountId }: PageEdit): Promise<StoredPage> {
  const page = await storedPage(tx, accountId);
  if (!page) throw new ApiError('unauthenticated');
  return page;
}

/** Runs all checks that need no query, and removes values that equal the default. */
async function resolved(document: PageDocument, { account }: StoredPage, owner: UploadOwner): Promise<PageDocument> {
  const fieldErrors: FieldErrors = {};
  const blocks = await resolvedBlocks(document, owner, fieldErrors);
  checkSlugs(document, fieldErrors);
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors);
  return {
    version: document.version,
    ...sparseSections(document, account.username),
    blocks,
    pixels: document.pixels ?? [],
  };
}

/** Slugs must be unique and belong to items with a link. */
function checkSlugs({ blocks = [] }: PageDocument, fieldErrors: FieldErrors): void {
  const seen = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    for (const [itemIndex, item] of (block.items ?? []).entries() as ArrayIterator<[number, DocumentItem]>) {
      const field = `blocks.${index}.items.${itemIndex}`;
      const names = [
        ...(item.slug === undefined ? [] : [[`${field}.slug`, item.slug]]),
        ...(item.former_slugs ?? []).map((slug, number) => [`${field}.former_slugs.${number}`, slug]),
      ] as [string, string][];
      for (const [path, slug] of names) {
        const name = slug.normalize('NFC');
        if (item.link === undefined) {
          fieldErrors[path] = [`The field ${path} is only allowed for items with a link.`];
        } else if (seen.has(name))
          fieldErrors[path] = [`The field ${path} repeats the slug "${slug}"; a slug belongs to one link only.`];
        seen.add(name);
      }
    }
  }
}

function checkRoom({ quotas }: PageEdit, page: StoredPage, { blocks = [] }: PageDocument): void {
  const count = page.blocks.length + blocks.length;
  if (count <= quotas.blocks) return;
  throw invalid({
    blocks: [`The page would have ${count} blocks; the limit is ${quotas.blocks}.`],
  });
}
