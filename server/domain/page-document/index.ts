// A page, brought in as a whole: read, held to its rules, its pictures found, and then changed in one go.

import type { Static } from 'typebox';
import { type FieldErrors, invalid, Refusal } from '../../../contract/errors.ts';
import type { PageDocument } from '../../../contract/page/document.ts';
import type { PageImport, PageImported } from '../../../contract/schemas/page-document.ts';
import { adoptUpload, pretendUpload } from '../adopted-uploads.ts';
import type { EditRequest } from '../page-edit.ts';
import type { UploadServices } from '../uploads.ts';
import { checkDocument } from './check.ts';
import { renamed } from './fields.ts';
import { readForeign } from './foreign.ts';
import { type ImportPlan, type ImportRequest, importPage } from './import.ts';
import { type Pictures, settlePictures } from './pictures.ts';
import type { StoredPage } from './stored.ts';

export interface WantedPage {
  document: PageDocument;
  mode: 'replace' | 'add';
  isDryRun: boolean;
  /** Else a page with pictures that are not here is refused. */
  leavesPicturesOut: boolean;
  /** What there was to say about the file that it comes from. */
  warnings: string[];
  /** What the paths of mistakes begin with. */
  under: string;
}

/**
 * A document of ours replaces what is there, unless it is to be added; one that comes from elsewhere is added. `under` is
 * where the document stands in what was sent.
 */
export async function wantedPage(sent: Static<typeof PageImport>, under: string): Promise<WantedPage> {
  const { document, format, text, mode } = sent;
  const common = { isDryRun: sent.dry_run === true, leavesPicturesOut: sent.missing_pictures === 'leave_out' };
  if (document !== undefined) {
    if (format !== undefined || text !== undefined)
      throw unclear('Send a document, or a text with its format, not both.');
    return { ...common, document: checkDocument(document, under), mode: mode ?? 'replace', warnings: [], under };
  }
  if (format === undefined && text === undefined) throw unclear('Send a document, or a text with its format.');
  if (text === undefined) throw invalid({ text: ['The field text is required: it is what is brought along.'] });
  const { document: found, warnings } = await readForeign(format, text);
  return { ...common, document: found, mode: mode ?? 'add', warnings, under: '' };
}

function unclear(sentence: string): Refusal {
  return invalid({ document: [sentence] });
}

export interface ImportServices extends UploadServices {
  /** How much an account may upload. */
  quotaBytes: number;
}

export interface Imported {
  /** As it is then. */
  page: StoredPage;
  report: Static<typeof PageImported>;
}

export async function runImport(
  services: ImportServices,
  { document, warnings, under, leavesPicturesOut, ...request }: WantedPage & EditRequest,
): Promise<Imported> {
  try {
    const pictures = await settlePictures(services, request.accountId, document, leavesPicturesOut);
    const plan = await importWithPictures(services, { ...request, document: pictures.document }, pictures.elsewhere);
    const all = [...warnings, ...pictures.warnings, ...plan.warnings];
    return { page: plan.page, report: told(plan, all, request.isDryRun) };
  } catch (error) {
    if (under === '' || !(error instanceof Refusal) || !error.errors) throw error;
    throw invalid(underneath(error.errors, under));
  }
}

/** Files are only copied for a page that would be imported with them. */
async function importWithPictures(
  services: ImportServices,
  request: ImportRequest,
  elsewhere: Pictures['elsewhere'],
): Promise<ImportPlan> {
  const { store, quotaBytes } = services;
  if (elsewhere.size === 0) return importPage(store, request);
  const rehearsed = await importPage(store, {
    ...request,
    isDryRun: true,
    async prepare({ tx }) {
      for (const [field, other] of elsewhere) {
        await as(field, () => pretendUpload(store, tx, request, other, quotaBytes));
      }
    },
  });
  if (request.isDryRun) return rehearsed;
  for (const [field, other] of elsewhere) await as(field, () => adoptUpload(services, request, other, quotaBytes));
  return importPage(store, request);
}

/** What is wrong with a file is wrong with the field that names it. */
async function as<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    throw invalid(renamed(error.errors, () => field));
  }
}

function underneath(errors: FieldErrors, under: string): FieldErrors {
  return renamed(errors, (path) => (path === '' ? under : `${under}.${path}`));
}

function told(plan: ImportPlan, warnings: string[], isDryRun: boolean): Static<typeof PageImported> {
  const { changes, created } = plan;
  const summary = { add: 0, change: 0, remove: 0, move: 0 };
  for (const { action } of changes) summary[action] += 1;
  return { message: messageFor(changes.length, isDryRun), dry_run: isDryRun, summary, changes, created, warnings };
}

function messageFor(count: number, isDryRun: boolean): string {
  if (count === 0) return isDryRun ? 'Nothing would change.' : 'Nothing changed: the page is like that already.';
  const changes = count === 1 ? '1 change' : `${count} changes`;
  return isDryRun ? `${changes} would be made; nothing was changed.` : `The page was imported: ${changes}.`;
}
