// A file from elsewhere, as a document that is held to its rules. The worst of eight megabytes takes seconds: a service
// reads a long one in a thread.
import { invalid } from '../../../../contract/errors.ts';
import { checkDocument } from '../../../../contract/page/document-check.ts';
import { detectFormat, readSource, type SourceFormat, type SourceResult } from '../sources/index.ts';

/** Without a format it is what it looks like. */
export function readForeign(format: SourceFormat | undefined, text: string): SourceResult {
  const source = format ?? detectFormat(text);
  if (source === undefined) throw invalid({ format: ['Say what the text is: it cannot be told by looking at it.'] });
  const { document, warnings } = readSource(source, text);
  return { document: checkDocument(document), warnings };
}
