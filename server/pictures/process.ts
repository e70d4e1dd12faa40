// The child process that decodes and draws pictures. It has a low priority, so that page requests come first.
import { setPriority } from 'node:os';
import { serveTasks } from '../workers/serve-tasks.ts';
import { drawPng, drawShareImage } from './drawings.ts';
import type { PictureTask } from './index.ts';
import { type MadePicture, makePicture } from './uploads.ts';

const LOW = 10;
try {
  setPriority(LOW);
} catch {
  // Some sandboxes forbid it. The process then runs at normal priority.
}

serveTasks((task: PictureTask): Promise<MadePicture | Buffer> => {
  if (task.kind === 'upload') return makePicture(task.path);
  if (task.kind === 'share') return drawShareImage(task.card, task.files);
  return drawPng(task.svg, task.colours);
});
