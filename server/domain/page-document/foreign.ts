// A file from elsewhere, as a document that is held to its rules. Anybody may have written it, and the worst of eight
// megabytes takes seconds: a long one is read in a thread of its own, so that everybody else is served meanwhile.
import { invalid, type Refusal } from '../../../contract/errors.ts';
import { createWorker, WorkerError } from '../../workers/worker.ts';
import { detectFormat, readSource, type SourceFormat, type SourceResult } from '../page-sources/index.ts';
import { checkDocument } from './check.ts';

export interface ForeignFile {
  format: SourceFormat | undefined;
  text: string;
}

/** Of characters. What is shorter takes no longer than a thread takes to begin. */
const SHORT = 128 * 1024;
const reader = createWorker<ForeignFile, SourceResult>({
  kind: 'thread',
  program: new URL('foreign-thread.ts', import.meta.url),
  taskMs: 30_000,
  idleMs: 0,
  resourceLimits: { maxOldGenerationSizeMb: 512 },
});

/** Without a format it is what it looks like. */
export async function readForeign(format: SourceFormat | undefined, text: string): Promise<SourceResult> {
  if (text.length <= SHORT) return readHere(format, text);
  try {
    return await reader.run({ format, text });
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    if (error.fault === 'timeout') throw tooHeavy('It takes too long to read, which no page of links does.');
    if (error.fault === 'out_of_memory')
      throw tooHeavy('It takes too much memory to read, which no page of links does.');
    throw error;
  }
}

export function readHere(format: SourceFormat | undefined, text: string): SourceResult {
  const source = format ?? detectFormat(text);
  if (source === undefined) throw invalid({ format: ['Say what the text is: it cannot be told by looking at it.'] });
  const { document, warnings } = readSource(source, text);
  return { document: checkDocument(document), warnings };
}

function tooHeavy(sentence: string): Refusal {
  return invalid({ text: [sentence] });
}
