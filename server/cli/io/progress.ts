// Progress of long work: a bar on a terminal, otherwise a line every ten seconds. Written to standard error, so that
// standard output has only the result.
export interface ProgressBar {
  /** The current step, and the progress of the whole. */
  show(what: string, done: number, all: number): void;
  /** Erases the bar, if there is one. */
  end(): void;
}

export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The current step, and how much of it is done. */
export interface ProgressReport {
  report(what: string, done: number, all: number): void;
  end(): void;
}

const REDRAW_MS = 100;
const LINE_MS = 10_000;
const WIDEST_BAR = 40;
const ERASE_LINE = '\r\u001b[K';

export function progressBar(stream: ProgressStream, now = () => performance.now()): ProgressBar {
  const every = stream.isTTY ? REDRAW_MS : LINE_MS;
  const began = now();
  // Without a terminal, short work prints nothing.
  let shownAt = stream.isTTY ? Number.NEGATIVE_INFINITY : began;
  let isDrawn = false;

  return {
    show(what, done, all) {
      if (now() - shownAt < every) return;
      shownAt = now();
      const share = all > 0 ? Math.min(done / all, 1) : 1;
      const percent = `${Math.floor(share * 100)} %`;
      if (!stream.isTTY) return void stream.write(`${what}: ${percent}\n`);
      const left = remaining(shownAt - began, share);
      const text = `${percent.padStart(5)}  ${what}${left}`;
      const width = Math.max(0, Math.min(WIDEST_BAR, (stream.columns || 80) - text.length - 4));
      const filled = Math.round(width * share);
      const bar = width >= 10 ? `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ` : '';
      stream.write(`${ERASE_LINE}${`${bar}${text}`.slice(0, (stream.columns || 80) - 1)}`);
      isDrawn = true;
    },
    end() {
      if (isDrawn) stream.write(ERASE_LINE);
      isDrawn = false;
    },
  };
}

/** A bar for each step. Without a stream, nothing is shown. */
export function progressReport(stream: ProgressStream | undefined): ProgressReport {
  let bar: ProgressBar | undefined;
  let current = '';
  return {
    report(what, done, all) {
      if (!stream) return;
      if (what !== current) {
        bar?.end();
        bar = progressBar(stream);
        current = what;
      }
      bar?.show(what, done, all);
    },
    end: () => bar?.end(),
  };
}

/** An estimate, once there is enough data for one. */
function remaining(elapsed: number, share: number): string {
  if (elapsed < 2000 || share < 0.02 || share >= 1) return '';
  const seconds = Math.ceil(((elapsed / share) * (1 - share)) / 1000);
  return seconds < 60 ? `, ${seconds} s left` : `, ${Math.ceil(seconds / 60)} min left`;
}
