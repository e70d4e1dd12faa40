// When a request is sent again, and after how long. Never where it might be executed twice: a 429 is given before
// anything is done, but behind a 503, a proxy's 502 or 504 or a lost connection it may have been done. Then only what
// changes nothing, or happens once by its Idempotency-Key, is repeated.
import type { FingerpostError } from './errors.ts';
import type { ApiRequest } from './request.ts';

export interface RetryPolicy {
  /** How often a request is sent at most. */
  readonly attempts: number;
  /** The longest Retry-After that is waited for, in seconds; where more is asked for, the error is yours at once. */
  readonly maxRetryAfter: number;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
const passing = new Set([502, 503, 504]);

/** How many milliseconds to wait before the next attempt; undefined where there is to be none. */
export function waitAfter(
  error: FingerpostError,
  request: ApiRequest,
  attempt: number,
  { attempts, maxRetryAfter }: RetryPolicy,
): number | undefined {
  if (attempt >= attempts || !mayRepeat(error, request)) return undefined;
  const step = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
  if (error.retryAfter === undefined) return step * (0.5 + Math.random() / 2);
  // Not all at the same moment, even where all were told the same.
  return error.retryAfter > maxRetryAfter ? undefined : error.retryAfter * 1000 + step * Math.random();
}

function mayRepeat({ status, code }: FingerpostError, { method, once }: ApiRequest): boolean {
  if (status === 429) return true;
  const harmless = method === 'GET' || once === true;
  return harmless && (status === undefined ? code !== 'unexpected_answer' : passing.has(status));
}

export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
