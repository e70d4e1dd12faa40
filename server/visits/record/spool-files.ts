// The files in which visits wait while the store is away: whose they are is told by their names, and whether their
// processes still see to them by that and by when they were last touched.
import { readdirSync, renameSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';

const ENDING = '.spool';
/** Of one that is taken up by another process than its own. */
export const TAKEN = '.taken';
const LONG_UNTOUCHED_MS = 10 * 60 * 1000;
const hostName = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
let count = 0;

export function abandonedIn(folder: string, own: string | undefined): string[] {
  return spoolsIn(folder).filter((path) => path !== own && isAbandoned(path));
}

/** Those made first come first. */
export function spoolsIn(folder: string): string[] {
  if (!isThere(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ENDING) || name.endsWith(ENDING + TAKEN))
    .map((name) => ({ name, ...partsOf(name) }))
    .sort((a, b) => a.made - b.made || a.count - b.count)
    .map(({ name }) => join(folder, name));
}

/** A process id is one machine's; two containers that share a folder have host names of their own. */
export function nameOf(): string {
  count += 1;
  return [hostName, process.pid, Date.now().toString(36), count].join('.') + ENDING;
}

function partsOf(path: string): { host: string; pid: number; made: number; count: number } {
  const [host = '', pid, made = '', count] = basename(path).split('.');
  return { host, pid: Number(pid), made: Number.parseInt(made, 36) || 0, count: Number(count) || 0 };
}

function isAbandoned(path: string): boolean {
  const { host, pid, made } = partsOf(path);
  if (path.endsWith(TAKEN)) return true;
  if (host !== hostName) return isLongUntouched(path);
  // The same number again after a restart, as in a container, is not the same process.
  if (pid === process.pid) return made < Date.now() - process.uptime() * 1000;
  return !isRunning(pid) || isLongUntouched(path);
}

/** Nobody who still had it in use would leave it alone for so long, now that the store takes it. */
function isLongUntouched(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > LONG_UNTOUCHED_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** False where it is not there. */
export function isRenamed(path: string, taken: string): boolean {
  try {
    renameSync(path, taken);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Undefined where it is not there. */
export async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Whole lines from a place on, each with the place where it ends. What does not end is none yet; and nothing but a newline
 * ends one, since of what else is taken for an end of a line much may stand in what visitors send.
 */
export async function* wholeLines(
  file: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<{ line: string; end: number }> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let rest = Buffer.alloc(0);
  for (let place = start; place < end; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, end - place), place);
    if (bytesRead === 0) return;
    place += bytesRead;
    rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    let from = 0;
    for (let to = rest.indexOf('\n'); to >= 0; to = rest.indexOf('\n', from)) {
      yield { line: rest.toString('utf8', from, to), end: place - rest.length + to + 1 };
      from = to + 1;
    }
    rest = rest.subarray(from);
  }
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
