// Reads server-sent events from the body of a response.

export interface StreamMessage {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
}

export interface ReadingOptions {
  /** The connection counts as lost after so many milliseconds without a byte. */
  readonly silence: number;
  readonly signal?: AbortSignal | undefined;
  /** The service says how many milliseconds to wait before reconnecting. */
  readonly onRetry: (milliseconds: number) => void;
}

/** Ends when the connection does, for whatever reason. Fails only with the signal's. */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  { silence, signal, onRetry }: ReadingOptions,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', cancel);
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const timer = setTimeout(cancel, silence);
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      clearTimeout(timer);
      signal?.throwIfAborted();
      if (!value) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const { id, event, data, retry } = fieldsOf(block);
        if (retry !== undefined) onRetry(Number(retry));
        if (data !== undefined) yield { id, event, data };
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

/** The service sends each field once, on one line. A line that begins with a colon is a comment. */
function fieldsOf(block: string): Partial<Record<string, string>> {
  const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  return Object.fromEntries(lines.flatMap((parts) => (parts ? [[parts[1]!, parts[2]!]] : [])));
}
