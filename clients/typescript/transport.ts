// Sends what the generated operations ask for, again where that is right, and opens the envelope of what comes back.
import type { AnyOptions, CallOptions, StreamOptions, Transport } from './calls.ts';
import { asJson, errorAnswer, FingerpostError, redirection } from './errors.ts';
import { readMessages } from './event-stream.ts';
import type { Meta, PageOf } from './generated.ts';
import { type ApiRequest, type Prepared, prepare } from './request.ts';
import { type RetryPolicy, type sleep, waitAfter } from './retry.ts';

export interface TransportSettings extends RetryPolicy {
  readonly root: string;
  readonly key: string | undefined;
  readonly timeout: number;
  readonly fetch: typeof globalThis.fetch;
  readonly sleep: typeof sleep;
}

type Open<T> = (response: Response) => Promise<T>;

/** Few enough to hold in memory, many enough to ask seldom. */
const RECORDS_AT_ONCE = 100;
/** The service sends something every 15 seconds. */
const SILENCE_MS = 45_000;
const RECONNECT_MS = 3000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createTransport(settings: TransportSettings): Transport<Meta> {
  const { root, key, fetch } = settings;

  async function send<T>(request: ApiRequest, options: AnyOptions, open: Open<T>): Promise<T> {
    const prepared = prepare(root, key, request, options);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(prepared, options, open);
      } catch (error) {
        const wait = error instanceof FingerpostError ? waitAfter(error, request, attempt, settings) : undefined;
        if (wait === undefined) throw error;
        await settings.sleep(wait, options.signal);
      }
    }
  }

  async function sendOnce<T>({ url, ...init }: Prepared, options: CallOptions, open: Open<T>): Promise<T> {
    const { signal, timeout = settings.timeout } = options;
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal?.addEventListener('abort', abort);
    const timer = setTimeout(abort, Math.min(timeout, LONGEST_TIMER_MS));
    try {
      const response = await fetch(url, {
        ...init,
        body: init.body ?? null,
        signal: controller.signal,
        credentials: key === undefined ? 'same-origin' : 'omit',
        redirect: 'manual',
      });
      if (response.ok) return await open(response);
      if (response.type === 'opaqueredirect' || response.status < 400) throw redirection(response);
      throw errorAnswer(response, await response.text());
    } catch (error) {
      if (error instanceof FingerpostError) throw error;
      signal?.throwIfAborted();
      if (!controller.signal.aborted) throw unreachable(root, error);
      throw new FingerpostError('timed_out', `No answer came from ${root} within ${timeout} ms.`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  async function page<T>(request: ApiRequest, options: CallOptions = {}): Promise<PageOf<T>> {
    const { response, meta, etag } = await send(request, options, openEnvelope);
    return tagged({ records: response as T[], meta: meta as Meta }, etag);
  }

  /** Goes by the number of the page: the URLs in `meta` may name another host, where the key must not go. */
  async function* pages<T>(request: ApiRequest, options?: CallOptions): AsyncGenerator<PageOf<T>, void, undefined> {
    let number = (request.query as { page?: number } | undefined)?.page ?? 1;
    for (;;) {
      const found = await page<T>({ ...request, query: { ...request.query, page: number } }, options);
      yield found;
      if (found.meta.next_page_url === null) return;
      number += 1;
    }
  }

  /** Connects again whenever the connection ends, and continues where it was, until the loop over it ends. */
  async function* stream<T>(request: ApiRequest, options: StreamOptions = {}): AsyncGenerator<T, void, undefined> {
    const { signal } = options;
    let { lastEventId } = options;
    let wait = RECONNECT_MS;
    const onRetry = (milliseconds: number) => {
      wait = milliseconds;
    };
    for (;;) {
      const body = await send({ ...request, stream: true }, { ...options, lastEventId }, openStream);
      for await (const { id, event, data } of readMessages(body, { silence: SILENCE_MS, signal, onRetry })) {
        lastEventId = id;
        yield { id, event, data: asJson(data) } as T;
      }
      await settings.sleep(wait, signal);
    }
  }

  return {
    async one<T>(request: ApiRequest, options: AnyOptions = {}) {
      const { response, etag } = await send(request, options, openEnvelope);
      return tagged(response as T, etag);
    },
    file: (request, options = {}) => send(request, options, (response) => response.blob()),
    page,
    pages,
    stream,
    async *each<T>(request: ApiRequest, options?: CallOptions) {
      const query = { results_per_page: RECORDS_AT_ONCE, ...request.query };
      for await (const { records } of pages<T>({ ...request, query }, options)) yield* records;
    },
  };
}

const etags = new WeakMap<object, string>();

/**
 * The ETag of what an operation gave back: of what was read, or of what a change has left behind. It is what `ifMatch`
 * takes.
 */
export function etagOf(answer: object): string | undefined {
  return etags.get(answer);
}

/** One that a proxy has weakened is still the service's own, which knows strong ones only. */
function tagged<T>(answer: T, etag: string | null): T {
  if (etag !== null && typeof answer === 'object' && answer !== null) etags.set(answer, etag.replace(/^W\//, ''));
  return answer;
}

interface Envelope {
  readonly response: unknown;
  readonly meta?: unknown;
  readonly etag: string | null;
}

async function openEnvelope(response: Response): Promise<Envelope> {
  const text = await response.text();
  const body = asJson(text);
  if (typeof body === 'object' && body !== null && 'response' in body) {
    return { ...body, response: body.response, etag: response.headers.get('etag') };
  }
  throw errorAnswer(response, text);
}

async function openStream(response: Response): Promise<ReadableStream<Uint8Array>> {
  const type = response.headers.get('content-type') ?? '';
  if (response.body && type.startsWith('text/event-stream')) return response.body;
  throw errorAnswer(response, await response.text());
}

function unreachable(root: string, error: unknown): FingerpostError {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const reason = cause?.code || cause?.message || message;
  return new FingerpostError('unreachable', `No whole answer came from ${root}: ${reason}.`, { cause: error });
}
