// What somebody wants to import, read and held to its rules.
import type { Static } from 'typebox';
import { invalid, type Refusal } from '../../../../contract/errors.ts';
import type { PageDocument } from '../../../../contract/page/document.ts';
import { checkDocument } from '../../../../contract/page/document-check.ts';
import type { PageImport } from '../../../../contract/schemas/page-document.ts';
import { readForeign } from './foreign.ts';

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
export function wantedPage(sent: Static<typeof PageImport>, under: string): WantedPage {
  const { document, format, text, mode } = sent;
  const common = { isDryRun: sent.dry_run === true, leavesPicturesOut: sent.missing_pictures === 'leave_out' };
  if (document !== undefined) {
    if (format !== undefined || text !== undefined)
      throw unclear('Send a document, or a text with its format, not both.');
    return { ...common, document: checkDocument(document, under), mode: mode ?? 'replace', warnings: [], under };
  }
  if (format === undefined && text === undefined) throw unclear('Send a document, or a text with its format.');
  if (text === undefined) throw invalid({ text: ['The field text is required: it is what is brought along.'] });
  const { document: found, warnings } = readForeign(format, text);
  return { ...common, document: found, mode: mode ?? 'add', warnings, under: '' };
}

function unclear(sentence: string): Refusal {
  return invalid({ document: [sentence] });
}
