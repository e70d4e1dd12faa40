// Pictures from outside are read in a process of their own, one at a time: what a hostile one brings down is not the
// service, and the memory that they take is given back. The process begins with the first picture and ends when none
// came for a while.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { invalid, Refusal } from '../../contract/errors.ts';
import type { MadePicture } from './images.ts';
import { createTurns } from './turns.ts';

export type Answer = { made: MadePicture } | { mistake: string };

const MOST_WAITING = 8;
const MOST_MS = 120_000;
const IDLE_MS = 10_000;
const program = fileURLToPath(new URL('picture-process.ts', import.meta.url));

const turns = createTurns(MOST_WAITING);
let resting: { child: ChildProcess; until: NodeJS.Timeout } | undefined;

/** Refuses what is no picture, or none that is taken; and whoever comes when too many wait for their turn. */
export async function drawPicture(path: string): Promise<MadePicture> {
  const drawn = turns.take(() => order(path));
  if (!drawn) throw new Refusal('unavailable', 'Too many pictures are being worked on; try again shortly.');
  const answer = await drawn;
  if ('mistake' in answer) throw invalid({ file: [answer.mistake] });
  return answer.made;
}

function order(path: string): Promise<Answer> {
  const child = wake() ?? start();
  return new Promise<Answer>((resolve, reject) => {
    const tooLate = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
    child.once('message', (answer: Answer) => {
      clearTimeout(tooLate);
      forget(child);
      rest(child);
      resolve(answer);
    });
    child.once('exit', () => {
      clearTimeout(tooLate);
      resolve({ mistake: 'The picture could not be drawn; send it as another file.' });
    });
    // There is no room for another process, say.
    child.once('error', (cause) => {
      clearTimeout(tooLate);
      reject(new Refusal('unavailable', 'Pictures cannot be worked on right now; try again shortly.', { cause }));
    });
    child.send(path, () => {});
  });
}

function forget(child: ChildProcess): void {
  for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
}

/** Decoders need to know nothing of our settings. Fewer heaps: they would each keep what was once used. */
function start(): ChildProcess {
  return fork(program, { serialization: 'advanced', env: { MALLOC_ARENA_MAX: '2' } });
}

/** One that has nothing to do keeps no process alive. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  child.on('error', () => {});
  const until = setTimeout(() => {
    resting = undefined;
    child.kill('SIGKILL');
  }, IDLE_MS).unref();
  resting = { child, until };
}

function wake(): ChildProcess | undefined {
  const woken = resting;
  resting = undefined;
  if (!woken) return undefined;
  clearTimeout(woken.until);
  forget(woken.child);
  if (!woken.child.connected) return undefined;
  woken.child.ref();
  woken.child.channel?.ref();
  return woken.child;
}
