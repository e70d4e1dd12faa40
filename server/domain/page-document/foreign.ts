// A file from elsewhere, as a document that is held to its rules. Anybody may have written it, and the worst of eight
// megabytes takes seconds: a long one is read in a thread of its own, so that everybody else is served meanwhile.
import { Worker } from 'node:worker_threads';
import { type FieldErrors, invalid, Refusal } from '../../../contract/errors.ts';
import { createTurns } from '../../files/turns.ts';
import { detectFormat, readSource, type SourceFormat, type SourceResult } from '../page-sources/index.ts';
import { checkDocument } from './check.ts';

export type Answer = { result: SourceResult } | { mistakes: FieldErrors };

/** Of characters. What is shorter takes no longer than a thread takes to begin. */
const SHORT = 128 * 1024;
const MOST_WAITING = 16;
const MOST_MS = 30_000;
const MOST_MEGABYTES = 512;
const program = new URL('foreign-thread.ts', import.meta.url);
const turns = createTurns(MOST_WAITING);

/** Without a format it is what it looks like. */
export async function readForeign(format: SourceFormat | undefined, text: string): Promise<SourceResult> {
  if (text.length <= SHORT) return readHere(format, text);
  const answered = turns.take(() => readApart(format, text));
  if (!answered) throw new Refusal('unavailable', 'Too many pages are being imported; try again shortly.');
  const answer = await answered;
  if ('mistakes' in answer) throw invalid(answer.mistakes);
  return answer.result;
}

export function readHere(format: SourceFormat | undefined, text: string): SourceResult {
  const source = format ?? detectFormat(text);
  if (source === undefined) throw invalid({ format: ['Say what the text is: it cannot be told by looking at it.'] });
  const { document, warnings } = readSource(source, text);
  return { document: checkDocument(document), warnings };
}

async function readApart(format: SourceFormat | undefined, text: string): Promise<Answer> {
  const resourceLimits = { maxOldGenerationSizeMb: MOST_MEGABYTES };
  const thread = new Worker(program, { workerData: { format, text }, resourceLimits });
  const tooLate = setTimeout(() => void thread.terminate(), MOST_MS);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('exit', () =>
        resolve({ mistakes: { text: ['It takes too long to read, which no page of links does.'] } }),
      );
      thread.once('error', (error: NodeJS.ErrnoException) => {
        const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        if (isFull) resolve({ mistakes: { text: ['It takes too much room to read, which no page of links does.'] } });
        else reject(error);
      });
    });
  } finally {
    clearTimeout(tooLate);
    await thread.terminate();
  }
}
