// Asks for previews: one request at a time, after a short pause in the changes, and always for the newest ones.
import type { PreviewPageFields } from '../../../../clients/typescript/index.ts';

export type PreviewChanges = PreviewPageFields;

export interface PreviewRequests {
  ask(changes: PreviewChanges): void;
  close(): void;
}

const PAUSE_MS = 80;

/** After `close` nothing is reported any more. */
export function createPreviewRequests(
  load: (changes: PreviewChanges, signal: AbortSignal) => Promise<string>,
  report: { shown(html: string): void; failed(error: unknown): void },
): PreviewRequests {
  const closing = new AbortController();
  const { signal } = closing;
  let newest: PreviewChanges | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;

  function schedule(): void {
    clearTimeout(timer);
    if (!isBusy && newest && !signal.aborted) timer = setTimeout(send, PAUSE_MS, newest);
  }

  async function send(changes: PreviewChanges): Promise<void> {
    isBusy = true;
    newest = undefined;
    try {
      const html = await load(changes, signal);
      if (!signal.aborted) report.shown(html);
    } catch (error) {
      if (!signal.aborted) report.failed(error);
    }
    isBusy = false;
    schedule();
  }

  return {
    ask(changes) {
      newest = changes;
      schedule();
    },
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}
