// One file of places in use: read when it is first asked for, and again when it changes. Changes are found by looking
// at it now and then, not by being told: that works on every file system, through links, and for a file that is not
// there yet.
import { stat } from 'node:fs/promises';
import { day } from '../../../../contract/time.ts';
import { ChangedMeanwhile, type DataFile, readDataFile, type UnusableFile } from './data-file.ts';

export interface GeographyLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface SourceOptions {
  path: string;
  /** How often to look whether it changed; never, where it is not given. */
  watchEveryMs?: number;
  logger: GeographyLogger;
  /** Another file is in use from now on. */
  takenUp(): void;
}

export interface Source {
  /** Resolves when the file was tried for the first time, whatever came of it. */
  ready(): Promise<void>;
  /** Nothing, as long as there was no file that could be used. */
  inUse(): DataFile | undefined;
  /** How often a changed file was taken up, and how often one was not fit for it. */
  figures(): { reloads: number; failures: number };
  close(): void;
}

/** A file that changed is left alone until it has been the same for so long: somebody may be writing it. */
const SETTLED_MS = 1000;

export function openSource({ path, watchEveryMs, logger, takenUp }: SourceOptions): Source {
  let inUse: DataFile | undefined;
  let first: Promise<void> | undefined;
  let tried = '';
  let seen = '';
  let complaint = '';
  let reloads = 0;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function begin(): Promise<void> {
    tried = seen = await stampOf(path);
    await read();
    schedule();
  }

  async function look(): Promise<void> {
    const stamp = await stampOf(path);
    const isSettled = stamp === seen;
    seen = stamp;
    if (isSettled && stamp !== tried) {
      tried = stamp;
      if (await read()) reloads += 1;
    }
    schedule();
  }

  function schedule(): void {
    if (watchEveryMs === undefined || isClosed) return;
    const wait = seen === tried ? watchEveryMs : Math.min(watchEveryMs, SETTLED_MS);
    timer = setTimeout(() => void look(), wait).unref();
  }

  async function read(): Promise<boolean> {
    try {
      const file = await readDataFile(path);
      if (isClosed) return false;
      takeUp(file);
      return true;
    } catch (error) {
      // Then it has another stamp as well, and is tried again when that has settled.
      if (!(error instanceof ChangedMeanwhile) && !isClosed) leave(error as UnusableFile);
      return false;
    }
  }

  function takeUp(file: DataFile): void {
    inUse = file;
    complaint = '';
    takenUp();
    if (watchEveryMs === undefined) return;
    const { type, builtAt, hasCities } = file;
    const knows = hasCities ? '' : ' (countries alone, no cities)';
    logger.info({ path, type, built: day(builtAt) }, `Geolocation data: "${type}" of ${day(builtAt)}${knows}`);
  }

  /** Told once, however often the same is found wrong. */
  function leave({ message: problem, remedy }: UnusableFile): void {
    failures += 1;
    if (complaint === problem) return;
    complaint = problem;
    if (inUse) {
      const said = `Cannot use the geolocation file: ${problem}; what was read before stays in use. To mend it: ${remedy}`;
      logger.warn({ path }, said);
    } else {
      const said = `Cannot use the geolocation file: ${problem}; visitors are counted with unknown location. Fix: ${remedy}`;
      logger.error({ path }, said);
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
    },
  };
}

/** Another one whenever the file is another or was touched; the link's target counts, not the link. */
async function stampOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
