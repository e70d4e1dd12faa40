// Where visits go while the store is away: a file of this process, one line for each batch, on disk before anybody is
// answered. When the store is back they are brought to it in their order; each has its number, so that one which had
// arrived after all is not counted twice. The file of a process that did not live to do so is taken up by another.
import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Micros } from '../../contract/time.ts';
import type { VisitBatchRow } from '../storage/tables.ts';

const synced = promisify(fdatasync);

export interface Spool {
  /** Resolves when it is on disk; rejects where it cannot be, and nothing of it is then there. */
  append(batch: VisitBatchRow): Promise<void>;
  /** Whether anything of this process waits in it: what comes later then has to wait behind it. */
  isInUse(): boolean;
  /**
   * Brings what waits to the store, this process's and that of others who are no more. Rejects where the store does not
   * take it; what it took may be brought again the next time.
   */
  drain(bring: (batches: VisitBatchRow[]) => Promise<void>): Promise<void>;
  figures(): Readonly<SpoolFigures>;
  close(): void;
}

export interface SpoolFigures {
  /** Of this process. */
  visits: number;
  bytes: number;
  /** Since when the oldest of them has been waiting. */
  oldest: Micros | undefined;
}

/** The disk has more to do than this; past it, visits are no longer taken. */
const MOST_BYTES = 256 * 1024 * 1024;
const BATCHES_AT_ONCE = 20;
const ENDING = '.spool';
const TAKEN = '.taken';
const LONG_UNTOUCHED_MS = 10 * 60 * 1000;
const hostName = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
let count = 0;

/** Where it lies in DATA_DIR. */
export const SPOOL = 'spool';

class SpoolFull extends Error {}

type Bring = (batches: VisitBatchRow[]) => Promise<void>;

export function createSpool(folder: string, mostBytes = MOST_BYTES): Spool {
  const figures: SpoolFigures = { visits: 0, bytes: 0, oldest: undefined };
  let own: { path: string; file: number } | undefined;
  let brought = 0;
  let appending = 0;

  /** A process that took us for dead, since nothing of ours had moved for long, has taken the file along. */
  function ownFile(): number {
    if (own && fstatSync(own.file).nlink > 0 && isThere(own.path)) return own.file;
    if (own) forget(own);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, nameOf());
    own = { path, file: openSync(path, 'ax', 0o600) };
    return own.file;
  }

  function forget({ file }: { file: number }): void {
    closeSync(file);
    own = undefined;
    brought = 0;
    Object.assign(figures, { visits: 0, bytes: 0, oldest: undefined });
  }

  async function put(batch: VisitBatchRow): Promise<void> {
    const file = ownFile();
    const line = `${JSON.stringify(batch)}\n`;
    const bytes = Buffer.byteLength(line);
    if (figures.bytes + bytes > mostBytes) throw new SpoolFull(`it holds its ${mostBytes} bytes`);
    appending += 1;
    try {
      writeFileSync(file, line);
      await synced(file);
      figures.bytes += bytes;
      figures.visits += batch.count;
      figures.oldest ??= batch.at;
    } catch (error) {
      // What is there in part is taken back.
      ftruncateSync(file, figures.bytes);
      throw error;
    } finally {
      appending -= 1;
    }
  }

  return {
    async append(batch) {
      await put(batch);
      // Whoever took the file along may have been done with it by then; what is brought twice counts once.
      if (own && !isThere(own.path)) await put(batch);
    },
    isInUse: () => figures.bytes > 0,
    async drain(bring) {
      for (;;) {
        const mine = own;
        for (const path of abandonedIn(folder, mine?.path)) await takeOver(path, bring);
        // What is added meanwhile is brought too, until there is a moment at which nothing is left.
        while (mine && own === mine && (brought < figures.bytes || appending > 0)) {
          const end = brought < figures.bytes ? await bringFrom(mine.path, brought, bring) : await sleep(1, brought);
          if (own === mine) brought = end;
        }
        // Where it was taken along meanwhile, what is in it comes before what is in the one after it.
        if (own !== mine) continue;
        if (!mine) return;
        rmSync(mine.path, { force: true });
        forget(mine);
        return;
      }
    },
    figures: () => figures,
    close() {
      if (own) closeSync(own.file);
      own = undefined;
    },
  };
}

/** Returns how far it came. What does not end with its line's end was never acknowledged. */
async function bringFrom(path: string, start: number, bring: Bring): Promise<number> {
  const handle = await open(path, 'r');
  let end = start;
  try {
    let batches: VisitBatchRow[] = [];
    for await (const line of handle.readLines({ start, autoClose: false })) {
      const batch = batchIn(line);
      if (batch) batches.push(batch);
      end += Buffer.byteLength(line) + 1;
      if (batches.length < BATCHES_AT_ONCE) continue;
      await bring(batches);
      batches = [];
    }
    if (batches.length > 0) await bring(batches);
    return end;
  } finally {
    await handle.close();
  }
}

/** Whoever still had it notices by its name that it is gone, and begins another. */
async function takeOver(path: string, bring: Bring): Promise<void> {
  const taken = path.endsWith(TAKEN) ? path : path + TAKEN;
  if (taken !== path) renameSync(path, taken);
  for (let end = 0; end < statSync(taken).size; ) end = await bringFrom(taken, end, bring);
  rmSync(taken, { force: true });
}

function abandonedIn(folder: string, own: string | undefined): string[] {
  return spoolsIn(folder).filter((path) => path !== own && isAbandoned(path));
}

function spoolsIn(folder: string): string[] {
  if (!isThere(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ENDING) || name.endsWith(ENDING + TAKEN))
    .map((name) => join(folder, name));
}

/** What waits in a folder, whosever it is: for who looks an installation over. */
export function measureSpool(folder: string): { files: number; bytes: number } {
  const sizes = spoolsIn(folder).map((path) => statSync(path).size);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** A process id is one machine's; two containers that share a folder have host names of their own. */
function nameOf(): string {
  count += 1;
  return [hostName, process.pid, Date.now().toString(36), count].join('.') + ENDING;
}

function isAbandoned(path: string): boolean {
  const [host, pid, made] = basename(path).split('.');
  if (path.endsWith(TAKEN)) return true;
  if (host !== hostName) return isLongUntouched(path);
  // The same number again after a restart, as in a container, is not the same process.
  if (Number(pid) === process.pid) return Number.parseInt(made!, 36) < Date.now() - process.uptime() * 1000;
  return !isRunning(Number(pid)) || isLongUntouched(path);
}

/** Nobody who still had it in use would leave it alone for so long, now that the store takes it. */
function isLongUntouched(path: string): boolean {
  return Date.now() - statSync(path).mtimeMs > LONG_UNTOUCHED_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function batchIn(line: string): VisitBatchRow | undefined {
  try {
    return JSON.parse(line) as VisitBatchRow;
  } catch {
    return undefined;
  }
}
