// Brings a document onto a page: all of it or nothing. What it would change is found out by changing it and taking that
// back, so that a preview and the import itself cannot differ.
import { type FieldErrors, invalid, Refusal } from '../../../contract/errors.ts';
import { blockLimits } from '../../../contract/page/block-shapes.ts';
import type { DocumentItem, PageDocument } from '../../../contract/page/document.ts';
import type { UploadOwner } from '../../../contract/page/uploads.ts';
import type { ImportChange, ImportCreated } from '../../../contract/schemas/page-document.ts';
import type { Store } from '../../storage/store.ts';
import { logActivity } from '../activity.ts';
import { type EditRequest, editPage, type PageEdit } from '../page-edit.ts';
import { applyBlocks } from './apply-blocks.ts';
import { addMissingPixels, applyPixels } from './apply-pixels.ts';
import { applySections, sectionsWhereEmpty } from './apply-sections.ts';
import { settledBlocks } from './drafts.ts';
import { asInDocument } from './fields.ts';
import { createdBetween } from './created.ts';
import { matched, unmatched } from './matching.ts';
import { changesBetween } from './plan.ts';
import { sparseSections } from './sections.ts';
import { type StoredPage, storedPage } from './stored.ts';
import { lostEntries, takenSlugs } from './warnings.ts';

export interface ImportRequest extends EditRequest {
  document: PageDocument;
  mode: 'replace' | 'add';
  isDryRun: boolean;
  /** Done first, in the same transaction. */
  prepare?: (edit: PageEdit) => Promise<void>;
}

export interface ImportPlan {
  changes: ImportChange[];
  created: ImportCreated[];
  warnings: string[];
  /** As it is then. */
  page: StoredPage;
}

export async function importPage(store: Store, request: ImportRequest): Promise<ImportPlan> {
  return editPage(store, request, async (edit) => {
    await request.prepare?.(edit);
    return inDocumentTerms(() => bringIn(edit, request));
  });
}

async function bringIn(edit: PageEdit, { document, mode, isDryRun }: ImportRequest): Promise<ImportPlan> {
  const before = await pageOf(edit);
  const wanted = await settled(document, before, edit);
  const warnings: string[] = [];
  if (mode === 'replace') {
    const matching = matched(before, wanted);
    warnings.push(...(await lostEntries(edit, matching.removedBlocks, isDryRun)));
    await applyBlocks(edit, matching, []);
    await applySections(edit, before, wanted);
    await applyPixels(edit, before, wanted);
  } else {
    checkRoom(before, wanted);
    const { document: free, warnings: taken } = await takenSlugs(edit, wanted);
    warnings.push(...taken);
    const first = before.blocks.map(({ row }) => row.id);
    await applyBlocks(edit, unmatched(free), first);
    await applySections(edit, before, { version: 1, ...sectionsWhereEmpty(before, wanted) });
    await addMissingPixels(edit, before, wanted);
  }
  const after = await pageOf(edit);
  const changes = changesBetween(before, after);
  if (changes.length > 0) await remember(edit, changes);
  // The ids of a dry run are taken back with it.
  const created = isDryRun ? [] : createdBetween(before, after);
  return { changes, created, warnings, page: isDryRun ? before : after };
}

async function pageOf({ tx, accountId }: PageEdit): Promise<StoredPage> {
  const page = await storedPage(tx, accountId);
  if (!page) throw new Refusal('unauthenticated');
  return page;
}

/** Held to all that can be told without the store, and only what is not so by itself. */
async function settled(document: PageDocument, { account }: StoredPage, owner: UploadOwner): Promise<PageDocument> {
  const faults: FieldErrors = {};
  const blocks = await settledBlocks(document, owner, faults);
  checkSlugs(document, faults);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return {
    version: document.version,
    ...sparseSections(document, account.username),
    blocks,
    pixels: document.pixels ?? [],
  };
}

/** Each leads to one place, and only from somewhere. */
function checkSlugs({ blocks = [] }: PageDocument, faults: FieldErrors): void {
  const seen = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    for (const [place, item] of (block.items ?? []).entries() as ArrayIterator<[number, DocumentItem]>) {
      const field = `blocks.${index}.items.${place}`;
      const names = [
        ...(item.slug === undefined ? [] : [[`${field}.slug`, item.slug]]),
        ...(item.former_slugs ?? []).map((slug, number) => [`${field}.former_slugs.${number}`, slug]),
      ] as [string, string][];
      for (const [path, slug] of names) {
        const name = slug.normalize('NFC');
        if (item.link === undefined) {
          faults[path] = [`The field ${path} is the end of a link's address, and this item has no link.`];
        } else if (seen.has(name))
          faults[path] = [`The field ${path} is there twice: "${slug}" leads to one place only.`];
        seen.add(name);
      }
    }
  }
}

function checkRoom(page: StoredPage, { blocks = [] }: PageDocument): void {
  const count = page.blocks.length + blocks.length;
  if (count <= blockLimits.blocks) return;
  throw invalid({
    blocks: [`The page would have ${count} blocks then; it may have at most ${blockLimits.blocks}.`],
  });
}

async function remember({ tx, store, accountId, actor, at }: PageEdit, changes: ImportChange[]): Promise<void> {
  const message = `The page was imported: ${changes.length === 1 ? '1 change' : `${changes.length} changes`}.`;
  await logActivity(tx, store.dialect, accountId, actor, { type: 'page_imported', message, at });
}

async function inDocumentTerms<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    throw invalid(asInDocument(error.errors));
  }
}
