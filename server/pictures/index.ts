// Pictures are decoded and drawn in child processes: a hostile picture can only crash that process, and its memory is
// freed when the process ends. Uploads and our own drawings have separate processes, so that a share image never waits
// for an upload.
import { ApiError, invalid } from '../../contract/errors.ts';
import { programAt } from '../system/paths.ts';
import type { ShareCard } from '../views/pictures/share-card.ts';
import { createWorkQueue } from '../workers/work-queue.ts';
import { createWorker, WorkerError } from '../workers/worker.ts';
import type { CardFiles } from './drawings.ts';
import type { MadePicture } from './uploads.ts';

export type PictureTask =
  | { kind: 'upload'; path: string }
  | { kind: 'share'; card: ShareCard; files: CardFiles }
  | { kind: 'png'; svg: string; colours: number | undefined };

const program = programAt('pictures/process');
const uploads = createWorker<PictureTask, MadePicture>({ kind: 'process', program, taskMs: 120_000, idleMs: 10_000 });
const drawings = createWorker<PictureTask, Uint8Array>({ kind: 'process', program, taskMs: 10_000, idleMs: 60_000 });

const queue = createWorkQueue({ slots: 8, maxPerAccount: 8 });
/** At 0.1 s each, the last one is finished before clients time out. */
const MAX_DRAWINGS = 32;

const busy = (cause?: unknown) =>
  new ApiError('unavailable', 'Too many pictures are being processed; try again shortly.', { cause });

/** Rejects with an `ApiError` if the file is not a picture of a supported format, or if the queue is full. */
export async function drawUpload(accountId: number, path: string): Promise<MadePicture> {
  const drawn = queue.run(accountId, () => uploads.run({ kind: 'upload', path }));
  if (!drawn) throw busy();
  try {
    return await drawn;
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    if (error.fault === 'not_started') throw new ApiError('unavailable', undefined, { cause: error });
    throw invalid({ file: ['The picture could not be decoded; save it again and upload the new file.'] });
  }
}

/** A JPEG of 1200 × 630. */
export function drawShareImage(card: ShareCard, files: CardFiles = {}): Promise<Buffer> {
  return draw({ kind: 'share', card, files });
}

export function drawPng(svg: string, colours?: number): Promise<Buffer> {
  return draw({ kind: 'png', svg, colours });
}

async function draw(task: PictureTask): Promise<Buffer> {
  if (drawings.pending() >= MAX_DRAWINGS) throw busy();
  const { buffer, byteOffset, length } = await drawings.run(task).catch((error: unknown) => {
    // It took too long, or its process ended. Errors in a drawing are bugs.
    throw error instanceof WorkerError && error.fault !== 'failed' ? busy(error) : error;
  });
  return Buffer.from(buffer, byteOffset, length);
}
