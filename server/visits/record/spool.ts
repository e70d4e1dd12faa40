// The spool for visits while the store is unavailable: one file per process, with one line per batch, synced before the
// request is answered. When the store is back, the batches are imported in order. Their numbers prevent duplicates.
// Files of ended processes are taken over by another process, under a lease. They are imported one at a time and in
// order, because a batch that arrives after a later one of its writer is skipped.
import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Micros } from '../../../contract/time.ts';
import type { VisitBatchRow } from '../../storage/visit-tables.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../../system/private-files.ts';
import type { Lease } from '../lease.ts';
import {
  abandonedIn,
  exists,
  nameOf,
  openIfExists,
  sizeOf,
  spoolsIn,
  TAKEN,
  tryRename,
  wholeLines,
} from './spool-files.ts';

const synced = promisify(fdatasync);

export interface Spool {
  /**
   * Resolves when the batches are on disk. If it rejects, nothing was written. Resolves with false if the spool was
   * drained in the meantime: the batches are not in the spool and must go to the store.
   */
  append(batches: readonly VisitBatchRow[]): Promise<boolean>;
  /** Whether batches of this process wait in the spool. Later ones must then wait behind them. */
  isInUse(): boolean;
  /**
   * Writes waiting batches to the store, those of this process and of ended ones. Rejects if the store fails. Batches
   * that it had accepted may then be written again.
   */
  drain(writeBatches: (batches: VisitBatchRow[]) => Promise<void>): Promise<void>;
  figures(): Readonly<SpoolFigures>;
  close(): void;
}

export interface SpoolFigures {
  /** Of this process. */
  visits: number;
  bytes: number;
  /** When the oldest of them was recorded. */
  oldest: Micros | undefined;
}

/** The disk has other uses. Above this limit, visits are rejected. */
const MAX_BYTES = 256 * 1024 * 1024;
const BATCHES_AT_ONCE = 200;
const BYTES_AT_ONCE = 1024 * 1024;
/** So little is imported quickly, so new visits can wait for it. */
const NEAR_END_BYTES = 64 * 1024;
const MAX_PASSES = 10;

/** The folder in DATA_DIR. */
export const SPOOL = 'spool';

class SpoolFull extends Error {}

type WriteBatches = (batches: VisitBatchRow[]) => Promise<void>;

export interface SpoolOptions {
  maxBytes?: number;
  /** Held while files of other processes are imported. */
  lease: Pick<Lease, 'hold' | 'release'>;
}

export function createSpool(folder: string, { maxBytes = MAX_BYTES, lease }: SpoolOptions): Spool {
  const figures: SpoolFigures = { visits: 0, bytes: 0, oldest: undefined };
  let own: { path: string; file: number } | undefined;
  /** Our files that others have taken over. They must be imported before anything later. */
  const lost = new Set<string>();
  let drained = 0;
  let appending = 0;
  /** Set while the last part is imported. New batches wait for it; otherwise the import might never end. */
  let lastPart: PromiseWithResolvers<void> | undefined;

  const isInUse = () => figures.bytes > 0 || lost.size > 0;

  function ownFile(): number {
    if (own && fstatSync(own.file).nlink > 0 && exists(own.path)) return own.file;
    if (own) loseFile(own);
    makePrivateFolder(folder);
    const path = join(folder, nameOf());
    own = { path, file: openSync(path, 'ax', PRIVATE_FILE) };
    return own.file;
  }

  /** Another process considered this one dead, because its file had not changed for long, and took the file over. */
  function loseFile(mine: { path: string; file: number }): void {
    lost.add(mine.path + TAKEN);
    forget(mine);
  }

  function forget({ file }: { file: number }): void {
    closeSync(file);
    own = undefined;
    drained = 0;
    Object.assign(figures, { visits: 0, bytes: 0, oldest: undefined });
  }

  async function put(batches: readonly VisitBatchRow[]): Promise<void> {
    const file = ownFile();
    const lines = batches.map((batch) => `${JSON.stringify(batch)}\n`).join('');
    const bytes = Buffer.byteLength(lines);
    if (figures.bytes + bytes > maxBytes) throw new SpoolFull(`The spool has reached its limit of ${maxBytes} bytes`);
    appending += 1;
    try {
      writeFileSync(file, lines);
      await synced(file);
      figures.bytes += bytes;
      for (const { count } of batches) figures.visits += count;
      figures.oldest ??= batches[0]?.at;
    } catch (error) {
      // Remove the incomplete write.
      ftruncateSync(file, figures.bytes);
      throw error;
    } finally {
      appending -= 1;
    }
  }

  /** Returns undefined if the file was taken over. */
  async function drainOwn(path: string, writeBatches: WriteBatches): Promise<number | undefined> {
    const file = await openIfExists(path);
    try {
      return file && (await drainFile(file, drained, figures.bytes, writeBatches));
    } finally {
      await file?.close();
    }
  }

  async function drainAbandoned(writeBatches: WriteBatches): Promise<void> {
    const abandoned = abandonedIn(folder, own?.path);
    if (abandoned.length > 0) {
      const isOurs = await lease.hold();
      async function writeWithLease(batches: VisitBatchRow[]): Promise<void> {
        if (isOurs && !(await lease.hold())) throw new Error('Another process has taken the spool lease');
        await writeBatches(batches);
      }
      // Our own former files cannot wait for the process that took them. Importing them twice is harmless.
      const some = isOurs ? abandoned : abandoned.filter((path) => lost.has(path));
      try {
        for (const path of some) await takeOver(path, writeWithLease);
      } finally {
        if (isOurs) await lease.release().catch(() => {});
      }
    }
    for (const path of lost) if (!exists(path)) lost.delete(path);
  }

  async function drainAll(writeBatches: WriteBatches): Promise<void> {
    for (;;) {
      const mine = own;
      await drainAbandoned(writeBatches);
      // Also import batches that are added in the meantime, until nothing is left.
      for (let passes = 0; mine && own === mine && (drained < figures.bytes || appending > 0); passes += 1) {
        // The store is known to accept writes by now.
        const isNearEnd = figures.bytes - drained <= NEAR_END_BYTES || passes >= MAX_PASSES;
        if (passes > 0 && isNearEnd) lastPart ??= Promise.withResolvers();
        const end = drained < figures.bytes ? await drainOwn(mine.path, writeBatches) : await sleep(1, drained);
        if (own !== mine) break;
        if (end !== undefined) drained = end;
        else if (appending > 0) await sleep(1);
        else loseFile(mine);
      }
      // If the file was taken over in the meantime, it must be imported before the next one.
      if (own !== mine || lost.size > 0) continue;
      if (!mine) return;
      rmSync(mine.path, { force: true });
      forget(mine);
      return;
    }
  }

  return {
    async append(batches) {
      if (lastPart) {
        await lastPart.promise;
        if (!isInUse()) return false;
      }
      await put(batches);
      // The process that took the file over may already have finished it. Batches written twice count once.
      if (own && !exists(own.path)) await put(batches);
      return true;
    },
    isInUse,
    async drain(writeBatches) {
      try {
        await drainAll(writeBatches);
      } finally {
        lastPart?.resolve();
        lastPart = undefined;
      }
    },
    figures: () => figures,
    close() {
      if (own) closeSync(own.file);
      own = undefined;
    },
  };
}

/** The size of all spools in a folder, for the health check. */
export function measureSpool(folder: string): { files: number; bytes: number } {
  const sizes = spoolsIn(folder).map(sizeOf);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Returns the end offset. A line without a newline was never acknowledged. */
async function drainFile(file: FileHandle, start: number, size: number, writeBatches: WriteBatches): Promise<number> {
  let done = start;
  let offset = start;
  let batches: VisitBatchRow[] = [];
  async function writePending(): Promise<void> {
    if (batches.length > 0) await writeBatches(batches);
    batches = [];
    done = offset;
  }
  for await (const { line, end } of wholeLines(file, start, size)) {
    const batch = batchIn(line);
    if (batch) batches.push(batch);
    offset = end;
    if (batches.length >= BATCHES_AT_ONCE || offset - done >= BYTES_AT_ONCE) await writePending();
  }
  await writePending();
  return done;
}

/**
 * The rename tells a former owner that it must start a new file. If the file is gone, another process has imported it.
 */
async function takeOver(path: string, writeBatches: WriteBatches): Promise<void> {
  const taken = path.endsWith(TAKEN) ? path : path + TAKEN;
  if (taken !== path && !tryRename(path, taken)) return;
  const file = await openIfExists(taken);
  if (!file) return;
  try {
    // The owner may still be alive and writing its last line.
    for (let start = -1, end = 0; end > start; ) {
      start = end;
      end = await drainFile(file, start, (await file.stat()).size, writeBatches);
    }
  } finally {
    await file.close();
  }
  rmSync(taken, { force: true });
}

/** Returns undefined for a damaged line. */
function batchIn(line: string): VisitBatchRow | undefined {
  try {
    const { lane: partition, at, writer, seq, count, events } = JSON.parse(line) as Partial<VisitBatchRow>;
    const isWhole =
      [partition, at, seq, count].every(Number.isSafeInteger) &&
      [writer, events].every((text) => typeof text === 'string');
    return isWhole ? ({ lane: partition, at, writer, seq, count, events } as VisitBatchRow) : undefined;
  } catch {
    return undefined;
  }
}
