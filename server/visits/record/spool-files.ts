// The files of visits that wait while the store is unavailable. The name identifies the owning process. The name and
// the modification time tell whether that process is still active.
import { readdirSync, renameSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { isRunning } from '../../system/running.ts';

const ENDING = '.spool';
/** The suffix of a file that another process has taken over. */
export const TAKEN = '.taken';
const MAX_IDLE_MS = 10 * 60 * 1000;
const hostName = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
let count = 0;

export function abandonedIn(folder: string, own: string | undefined): string[] {
  return spoolsIn(folder).filter((path) => path !== own && isAbandoned(path));
}

/** Oldest first. */
export function spoolsIn(folder: string): string[] {
  if (!exists(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ENDING) || name.endsWith(ENDING + TAKEN))
    .map((name) => ({ name, ...partsOf(name) }))
    .sort((a, b) => a.made - b.made || a.count - b.count)
    .map(({ name }) => join(folder, name));
}

/** A process id is unique on one machine only. Containers that share a folder have different host names. */
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
  if (host !== hostName) return isIdle(path);
  // A restarted container may reuse the process id.
  if (pid === process.pid) return made < Date.now() - process.uptime() * 1000;
  return !isRunning(pid) || isIdle(path);
}

/** An active owner would have drained the file by now, because the store is available. */
function isIdle(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > MAX_IDLE_MS;
}

export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Returns false if the file does not exist. */
export function tryRename(path: string, taken: string): boolean {
  try {
    renameSync(path, taken);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Returns undefined if the file does not exist. */
export async function openIfExists(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Complete lines from an offset on, each with its end offset. A line without a newline is incomplete. Only a newline
 * ends a line, because visitor input may contain other line separators.
 */
export async function* wholeLines(
  file: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<{ line: string; end: number }> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let rest = Buffer.alloc(0);
  for (let offset = start; offset < end; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, end - offset), offset);
    if (bytesRead === 0) return;
    offset += bytesRead;
    rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    let from = 0;
    for (let to = rest.indexOf('\n'); to >= 0; to = rest.indexOf('\n', from)) {
      yield { line: rest.toString('utf8', from, to), end: offset - rest.length + to + 1 };
      from = to + 1;
    }
    rest = rest.subarray(from);
  }
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
