// Reads a file from another service as a validated document. In the worst case 8 MiB take seconds, so the service reads
// long files in a thread.
import { invalid } from '../../../../contract/errors.ts';
import { checkDocument } from '../../../../contract/page/document-check.ts';
import { detectFormat, readSource, type SourceFormat, type SourceResult } from '../sources/index.ts';

/** Without a format, it is detected. */
export function readForeign(format: SourceFormat | undefined, text: string): SourceResult {
  const source = format ?? detectFormat(text);
  if (source === undefined) throw invalid({ format: ['The format of the text cannot be detected; send it.'] });
  const { document, warnings } = readSource(source, text);
  return { document: checkDocument(document), warnings };
}
