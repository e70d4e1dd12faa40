// The other side of `pictures.ts`. Whoever waits for a page comes first.
import { setPriority } from 'node:os';
import { Refusal } from '../../contract/errors.ts';
import { makePicture } from './images.ts';
import type { Answer } from './pictures.ts';

const LOW = 10;
try {
  setPriority(LOW);
} catch {
  // Not everywhere may a process say so, under systemd with the example's rights for one, and it goes without.
}

process.on('disconnect', () => process.exit());
process.on('message', async (path: string) => {
  process.send!(await drawn(path));
});

async function drawn(path: string): Promise<Answer> {
  try {
    return { made: await makePicture(path) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { mistake: error.message };
  }
}
