// A geolocation file in use. It is read on first use and reloaded when it changes. Changes are detected by polling,
// which works on every file system, through symbolic links, and for a file that does not exist yet.
import { stat } from 'node:fs/promises';
import { day } from '../../../../contract/time.ts';
import { ChangedDuringRead, type DataFile, openDataFile, readDataFile, type UnusableFile } from './data-file.ts';

export interface GeographyLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface SourceOptions {
  path: string;
  /** How often to check for changes; never if undefined. Then the file is not rewritten in place either. */
  watchEveryMs?: number;
  logger: GeographyLogger;
  /** Called when another file is in use. */
  onReload(): void;
}

export interface Source {
  /** Resolves after the first attempt to read the file, even if it failed. */
  ready(): Promise<void>;
  /** Undefined until a usable file was read. */
  inUse(): DataFile | undefined;
  /** How often a changed file was reloaded, and how often a file could not be used. */
  figures(): { reloads: number; failures: number };
  close(): void;
}

/** A changed file is read only after it has been stable for this long, because it may still be written. */
const SETTLED_MS = 1000;

export function openSource({ path, watchEveryMs, logger, onReload }: SourceOptions): Source {
  let inUse: DataFile | undefined;
  let first: Promise<void> | undefined;
  let readStamp = '';
  let lastStamp = '';
  let lastProblem = '';
  let reloads = 0;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function begin(): Promise<void> {
    readStamp = lastStamp = await stampOf(path);
    await read();
    schedule();
  }

  async function check(): Promise<void> {
    const stamp = await stampOf(path);
    const isSettled = stamp === lastStamp;
    lastStamp = stamp;
    if (isSettled && stamp !== readStamp) {
      readStamp = stamp;
      if (await read()) reloads += 1;
    }
    schedule();
  }

  function schedule(): void {
    if (watchEveryMs === undefined || isClosed) return;
    const wait = lastStamp === readStamp ? watchEveryMs : Math.min(watchEveryMs, SETTLED_MS);
    timer = setTimeout(() => void check(), wait).unref();
  }

  async function read(): Promise<boolean> {
    try {
      const file = await (watchEveryMs === undefined ? openDataFile : readDataFile)(path);
      if (isClosed) {
        await file.close();
        return false;
      }
      use(file);
      return true;
    } catch (error) {
      // The file has a new stamp, and is read again when it is stable.
      if (!(error instanceof ChangedDuringRead) && !isClosed) reject(error as UnusableFile);
      return false;
    }
  }

  function use(file: DataFile): void {
    inUse = file;
    lastProblem = '';
    onReload();
    if (watchEveryMs === undefined) return;
    const { type, builtAt, hasCities } = file;
    const detail = hasCities ? '' : ' (countries only, no cities)';
    logger.info({ path, type, built: day(builtAt) }, `Geolocation data: "${type}" of ${day(builtAt)}${detail}`);
  }

  /** Logs each problem once. */
  function reject({ message: problem, remedy }: UnusableFile): void {
    failures += 1;
    if (lastProblem === problem) return;
    lastProblem = problem;
    if (inUse) {
      const message = `Cannot use the geolocation file: ${problem}; the previous data stays in use. Fix: ${remedy}`;
      logger.warn({ path }, message);
    } else {
      const message = `Cannot use the geolocation file: ${problem}; visitors are counted with unknown location. Fix: ${remedy}`;
      logger.error({ path }, message);
    }
  }

  return {
    ready() {
      first ??= begin();
      return first;
    },
    inUse: () => inUse,
    figures: () => ({ reloads, failures }),
    close() {
      isClosed = true;
      clearTimeout(timer);
      void inUse?.close();
      inUse = undefined;
    },
  };
}

/** Changes with the file's identity, size or times. A symbolic link is followed. */
async function stampOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
