// Asks for previews: one request at a time, and always for the newest changes. The first is sent at once, later ones after
// a short pause in the changes. If it fails, it is repeated until it works.
import type { PreviewPageFields } from '../../../../clients/typescript/index.ts';

export type PreviewChanges = PreviewPageFields;

export interface PreviewRequests {
  ask(changes: PreviewChanges): void;
  close(): void;
}

const PAUSE_MS = 80;
const RETRY_MS = 3000;

/** After `close` nothing is reported any more. `failed` says whether the same request may work later. */
export function createPreviewRequests(
  load: (changes: PreviewChanges, signal: AbortSignal) => Promise<string>,
  report: { shown(html: string): void; failed(error: unknown): boolean },
): PreviewRequests {
  const closing = new AbortController();
  const { signal } = closing;
  let newest: PreviewChanges | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isFirst = true;

  function schedule(pauseMs: number): void {
    clearTimeout(timer);
    if (!isBusy && newest && !signal.aborted) timer = setTimeout(send, pauseMs, newest);
  }

  async function send(changes: PreviewChanges): Promise<void> {
    isBusy = true;
    newest = undefined;
    let pauseMs = PAUSE_MS;
    try {
      const html = await load(changes, signal);
      if (!signal.aborted) report.shown(html);
    } catch (error) {
      if (!signal.aborted && report.failed(error) && !newest) {
        newest = changes;
        pauseMs = RETRY_MS;
      }
    }
    isBusy = false;
    schedule(pauseMs);
  }

  return {
    ask(changes) {
      newest = changes;
      schedule(isFirst ? 0 : PAUSE_MS);
      isFirst = false;
    },
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}
