import { operationsOn } from './generated.ts';
import { sleep } from './retry.ts';
import { createTransport } from './transport.ts';

export interface Settings {
  /** The address of the installation, such as `https://links.example`. */
  readonly url: string | URL;
  /**
   * An API key, `fp_…`. One with the scope `read` can do what changes nothing. Without a key, the session cookie of a
   * browser that is signed in to the dashboard is sent, at the dashboard's own origin only.
   */
  readonly key?: string;
  /** How long one attempt may take, in milliseconds: 30,000 where nothing is said. */
  readonly timeout?: number;
  /** How often a request is sent at most: 5 times where nothing is said; 1 repeats nothing. */
  readonly attempts?: number;
  /** The longest Retry-After that is waited for, in seconds: 60 where nothing is said. */
  readonly maxRetryAfter?: number;
  /** Instead of the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
  /** Waits between attempts; for tests. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export type Fingerpost = ReturnType<typeof operationsOn>;

/** The operations of one installation with one key. */
export function createFingerpost(settings: Settings): Fingerpost {
  const { key, timeout = 30_000, attempts = 5, maxRetryAfter = 60 } = settings;
  must(
    key === undefined || /^[\x21-\x7e]+$/.test(key),
    'The key must be what "fingerpost key create" printed, without spaces or line ends.',
  );
  must(timeout > 0, 'The timeout must be a number of milliseconds, more than 0.');
  must(Number.isInteger(attempts) && attempts > 0, 'The attempts must be a whole number, 1 or more.');
  return operationsOn(
    createTransport({
      root: rootOf(settings.url),
      key,
      timeout,
      attempts,
      maxRetryAfter,
      // Looked up at each call: whoever replaces the global one later is heard.
      fetch: settings.fetch ?? ((...request) => globalThis.fetch(...request)),
      sleep: settings.sleep ?? sleep,
    }),
  );
}

/** Takes the API's own root as well, since that is what the reference calls the base URL. */
function rootOf(address: string | URL): string {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  must(
    /^https?:$/.test(url?.protocol ?? ''),
    'The url must be the address of an installation, such as https://links.example.',
  );
  must(!url!.username && !url!.password, 'The url must be without user and password: the key is all that is needed.');
  return `${url!.origin}${url!.pathname}`.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

function must(holds: boolean, sentence: string): void {
  if (!holds) throw new TypeError(sentence);
}
