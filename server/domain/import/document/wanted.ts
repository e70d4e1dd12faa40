// Reads and validates the request of an import.
import type { Static } from 'typebox';
import { type ApiError, invalid } from '../../../../contract/errors.ts';
import type { PageDocument } from '../../../../contract/page/document.ts';
import { checkDocument } from '../../../../contract/page/document-check.ts';
import type { PageImport } from '../../../../contract/schemas/page-document.ts';
import type { PageVersion, VersionIds } from '../../page/history/page-version.ts';
import { readForeign } from './foreign.ts';

export interface WantedPage {
  document: PageDocument;
  mode: 'replace' | 'add';
  isDryRun: boolean;
  /** If false, a page with missing pictures is rejected. */
  leavesPicturesOut: boolean;
  /** Warnings from reading the source file. */
  warnings: string[];
  /** Prefix of the paths in errors. */
  under: string;
  /** If the document is a version of this page. */
  ids?: VersionIds;
}

/** Pictures that were deleted since are left out. */
export function wantedVersion({ document, ids }: PageVersion, isDryRun: boolean): WantedPage {
  return { document, ids, mode: 'replace', isDryRun, leavesPicturesOut: true, warnings: [], under: '' };
}

/**
 * The default mode is replace for a page document and add for a file from another service. `under` is the path of the
 * document in the request.
 */
export function wantedPage(sent: Static<typeof PageImport>, under: string): WantedPage {
  const { document, format, text, mode } = sent;
  const common = { isDryRun: sent.dry_run === true, leavesPicturesOut: sent.missing_pictures === 'leave_out' };
  if (document !== undefined) {
    if (format !== undefined || text !== undefined)
      throw unclear('Send a document, or a text with its format, not both.');
    return { ...common, document: checkDocument(document, under), mode: mode ?? 'replace', warnings: [], under };
  }
  if (format === undefined && text === undefined) throw unclear('Send a document, or a text with its format.');
  if (text === undefined) throw invalid({ text: ['The field text is required: it is the file to import.'] });
  const { document: found, warnings } = readForeign(format, text);
  return { ...common, document: found, mode: mode ?? 'add', warnings, under: '' };
}

function unclear(sentence: string): ApiError {
  return invalid({ document: [sentence] });
}
