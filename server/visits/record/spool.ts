// Where visits go while the store is away: a file of this process, one line for each batch, on disk before anybody is
// answered. When the store is back they are brought to it in their order; each has its number, so that one which had
// arrived after all is not counted twice. The files of processes that did not live to do so are taken up by others, under a
// lease: one at a time and in their order, since of one writer nothing is taken once something later is there.
import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Micros } from '../../../contract/time.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../../private-files.ts';
import type { VisitBatchRow } from '../../storage/tables.ts';
import { MIXED_LANE } from '../../storage/visits/visit-queue.ts';
import type { Lease } from '../lease.ts';
import { abandonedIn, isRenamed, isThere, nameOf, opened, sizeOf, spoolsIn, TAKEN, wholeLines } from './spool-files.ts';

const synced = promisify(fdatasync);

export interface Spool {
  /**
   * Resolves when it is on disk; rejects where it cannot be, and nothing of it is then there. With false where all that was
   * before it has arrived in the store meanwhile: it is not here then, and is to go there too.
   */
  append(batches: readonly VisitBatchRow[]): Promise<boolean>;
  /** Whether anything of this process waits in it: what comes later then has to wait behind it. */
  isInUse(): boolean;
  /**
   * Brings what waits to the store, this process's and that of others who are no more. Rejects where the store does not
   * take it; what it took may be brought again the next time.
   */
  drain(writeBatches: (batches: VisitBatchRow[]) => Promise<void>): Promise<void>;
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
const MAX_BYTES = 256 * 1024 * 1024;
const BATCHES_AT_ONCE = 200;
const BYTES_AT_ONCE = 1024 * 1024;
/** So little is brought in a moment, for which whoever comes can wait. */
const LITTLE = 64 * 1024;
const MAX_PASSES = 10;

/** Where it lies in DATA_DIR. */
export const SPOOL = 'spool';

class SpoolFull extends Error {}

type Bring = (batches: VisitBatchRow[]) => Promise<void>;

export interface SpoolOptions {
  mostBytes?: number;
  /** Held while files of others are brought to the store. */
  lease: Pick<Lease, 'hold' | 'release'>;
}

export function createSpool(folder: string, { mostBytes = MAX_BYTES, lease }: SpoolOptions): Spool {
  const figures: SpoolFigures = { visits: 0, bytes: 0, oldest: undefined };
  let own: { path: string; file: number } | undefined;
  /** Files of ours that others have taken along. What is in them comes before anything later. */
  const lost = new Set<string>();
  let brought = 0;
  let appending = 0;
  /** There while the last of it is brought: what comes meanwhile waits, or there might be no end to it. */
  let ending: PromiseWithResolvers<void> | undefined;

  const isInUse = () => figures.bytes > 0 || lost.size > 0;

  function ownFile(): number {
    if (own && fstatSync(own.file).nlink > 0 && isThere(own.path)) return own.file;
    if (own) lose(own);
    makePrivateFolder(folder);
    const path = join(folder, nameOf());
    own = { path, file: openSync(path, 'ax', PRIVATE_FILE) };
    return own.file;
  }

  /** A process that took us for dead, since nothing of ours had moved for long, has taken the file along. */
  function lose(mine: { path: string; file: number }): void {
    lost.add(mine.path + TAKEN);
    forget(mine);
  }

  function forget({ file }: { file: number }): void {
    closeSync(file);
    own = undefined;
    brought = 0;
    Object.assign(figures, { visits: 0, bytes: 0, oldest: undefined });
  }

  async function put(batches: readonly VisitBatchRow[]): Promise<void> {
    const file = ownFile();
    const lines = batches.map((batch) => `${JSON.stringify(batch)}\n`).join('');
    const bytes = Buffer.byteLength(lines);
    if (figures.bytes + bytes > mostBytes) throw new SpoolFull(`it holds its ${mostBytes} bytes`);
    appending += 1;
    try {
      writeFileSync(file, lines);
      await synced(file);
      figures.bytes += bytes;
      for (const { count } of batches) figures.visits += count;
      figures.oldest ??= batches[0]?.at;
    } catch (error) {
      // What is there in part is taken back.
      ftruncateSync(file, figures.bytes);
      throw error;
    } finally {
      appending -= 1;
    }
  }

  /** Undefined where it has been taken along. */
  async function bringOwn(path: string, writeBatches: Bring): Promise<number | undefined> {
    const file = await opened(path);
    try {
      return file && (await bringFrom(file, brought, figures.bytes, writeBatches));
    } finally {
      await file?.close();
    }
  }

  async function bringAbandoned(writeBatches: Bring): Promise<void> {
    const abandoned = abandonedIn(folder, own?.path);
    if (abandoned.length > 0) {
      const isOurs = await lease.hold();
      async function bringWithLease(batches: VisitBatchRow[]): Promise<void> {
        if (isOurs && !(await lease.hold())) throw new Error('Another process has taken up the spools meanwhile');
        await writeBatches(batches);
      }
      // What was ours cannot wait for who took it; that it then comes twice does no harm.
      const some = isOurs ? abandoned : abandoned.filter((path) => lost.has(path));
      try {
        for (const path of some) await takeOver(path, bringWithLease);
      } finally {
        if (isOurs) await lease.release().catch(() => {});
      }
    }
    for (const path of lost) if (!isThere(path)) lost.delete(path);
  }

  async function bringAll(writeBatches: Bring): Promise<void> {
    for (;;) {
      const mine = own;
      await bringAbandoned(writeBatches);
      // What is added meanwhile is brought too, until there is a moment at which nothing is left.
      for (let passes = 0; mine && own === mine && (brought < figures.bytes || appending > 0); passes += 1) {
        // By now the store is known to take what it is given.
        const isNearEnd = figures.bytes - brought <= LITTLE || passes >= MAX_PASSES;
        if (passes > 0 && isNearEnd) ending ??= Promise.withResolvers();
        const end = brought < figures.bytes ? await bringOwn(mine.path, writeBatches) : await sleep(1, brought);
        if (own !== mine) break;
        if (end !== undefined) brought = end;
        else if (appending > 0) await sleep(1);
        else lose(mine);
      }
      // Where it was taken along meanwhile, what is in it comes before what is in the one after it.
      if (own !== mine || lost.size > 0) continue;
      if (!mine) return;
      rmSync(mine.path, { force: true });
      forget(mine);
      return;
    }
  }

  return {
    async append(batches) {
      if (ending) {
        await ending.promise;
        if (!isInUse()) return false;
      }
      await put(batches);
      // Whoever took the file along may have been done with it by then; what is brought twice counts once.
      if (own && !isThere(own.path)) await put(batches);
      return true;
    },
    isInUse,
    async drain(writeBatches) {
      try {
        await bringAll(writeBatches);
      } finally {
        ending?.resolve();
        ending = undefined;
      }
    },
    figures: () => figures,
    close() {
      if (own) closeSync(own.file);
      own = undefined;
    },
  };
}

/** What waits in a folder, whosever it is: for who looks an installation over. */
export function measureSpool(folder: string): { files: number; bytes: number } {
  const sizes = spoolsIn(folder).map(sizeOf);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Returns how far it came. What does not end with its line's end was never acknowledged. */
async function bringFrom(file: FileHandle, start: number, size: number, writeBatches: Bring): Promise<number> {
  let done = start;
  let place = start;
  let batches: VisitBatchRow[] = [];
  async function bringThese(): Promise<void> {
    if (batches.length > 0) await writeBatches(batches);
    batches = [];
    done = place;
  }
  for await (const { line, end } of wholeLines(file, start, size)) {
    const batch = batchIn(line);
    if (batch) batches.push(batch);
    place = end;
    if (batches.length >= BATCHES_AT_ONCE || place - done >= BYTES_AT_ONCE) await bringThese();
  }
  await bringThese();
  return done;
}

/**
 * Whoever still had it notices by its name that it is gone, and begins another. Where it is not there any more, all of it
 * has been brought by somebody else.
 */
async function takeOver(path: string, writeBatches: Bring): Promise<void> {
  const taken = path.endsWith(TAKEN) ? path : path + TAKEN;
  if (taken !== path && !isRenamed(path, taken)) return;
  const file = await opened(taken);
  if (!file) return;
  try {
    // Its process may be alive after all, and at its last line.
    for (let start = -1, end = 0; end > start; ) {
      start = end;
      end = await bringFrom(file, start, (await file.stat()).size, writeBatches);
    }
  } finally {
    await file.close();
  }
  rmSync(taken, { force: true });
}

/** Undefined for a line that is damaged. */
function batchIn(line: string): VisitBatchRow | undefined {
  try {
    // An earlier version wrote no lane.
    const { lane = MIXED_LANE, at, writer, seq, count, events } = JSON.parse(line) as Partial<VisitBatchRow>;
    const isWhole =
      [lane, at, seq, count].every(Number.isSafeInteger) && [writer, events].every((text) => typeof text === 'string');
    return isWhole ? ({ lane, at, writer, seq, count, events } as VisitBatchRow) : undefined;
  } catch {
    return undefined;
  }
}
