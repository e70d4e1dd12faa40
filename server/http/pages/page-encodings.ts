// The encodings of a cached page beside gzip: brotli, and uncompressed HTML for clients that accept neither. Each is
// produced once, as one Buffer that all responses share: Node writes from it, so a slow reader holds a reference, not a
// copy.

import { createSingleFlightCache } from '../../cache/single-flight-cache.ts';
import { throttleLog } from '../../system/log-throttle.ts';
import type { CacheFigures } from '../services.ts';
import { brotliOf, type PageBody, plainAtOnce, plainOf } from './page-body.ts';

export interface PageEncodings {
  /** The brotli form, if it is cached. A page that is requested often gets one in the background. */
  brotli(body: PageBody): Buffer | undefined;
  /** For clients that accept only brotli; undefined if compression failed. */
  brotliNow(body: PageBody): Promise<Buffer | undefined>;
  /** The HTML, if it is cached or can be decompressed synchronously. */
  plain(body: PageBody): Buffer | undefined;
  plainNow(body: PageBody): Promise<Buffer>;
}

export interface PageEncodingsOptions {
  maxBrotliBytes: number;
  maxPlainBytes: number;
  caches: Map<string, () => CacheFigures>;
  log: { error(details: object, message: string): void };
}

/** Compressing takes as long as ten requests, and saves each of the later ones a tenth of its bytes. */
const BROTLI_AFTER_REQUESTS = 100;

export function createPageEncodings({
  maxBrotliBytes,
  maxPlainBytes,
  caches,
  log,
}: PageEncodingsOptions): PageEncodings {
  const bytesOf = ({ length }: Buffer) => length;
  const brotlis = createSingleFlightCache<string, Buffer>({ maxBytes: maxBrotliBytes, bytesOf });
  const plains = createSingleFlightCache<string, Buffer>({ maxBytes: maxPlainBytes, bytesOf });
  /** A large page that is being read is in memory once, even if the cache has evicted it. */
  const inUse = new WeakMap<PageBody, WeakRef<Buffer>>();
  const brotliFigures = { hits: 0, misses: 0 };
  let isCompressing = false;
  const reportFailure = throttleLog((count, error: unknown) => {
    log.error({ err: error, count }, 'Could not compress a page with brotli; sending gzip instead');
  });
  caches.set('brotli', () => ({ ...brotlis.figures(), ...brotliFigures }));
  caches.set('plain', plains.figures);

  async function compress(body: PageBody): Promise<Buffer | undefined> {
    try {
      const made = await brotlis.make(body.tag, undefined, async () => brotliOf(await plainNow(body)));
      body.hasBrotli = true;
      return made;
    } catch (error) {
      reportFailure(error);
      return undefined;
    }
  }

  function plain(body: PageBody): Buffer | undefined {
    const known = plains.get(body.tag) ?? inUse.get(body)?.deref();
    if (known) return known;
    const html = plainAtOnce(body);
    if (html) plains.begin(body.tag, undefined).settle(html);
    return html;
  }

  async function plainNow(body: PageBody): Promise<Buffer> {
    return plain(body) ?? (await plains.make(body.tag, undefined, () => unpack(body)))!;
  }

  async function unpack(body: PageBody): Promise<Buffer> {
    const html = await plainOf(body);
    inUse.set(body, new WeakRef(html));
    return html;
  }

  return {
    brotli(body) {
      const made = body.hasBrotli ? brotlis.get(body.tag) : undefined;
      brotliFigures[made ? 'hits' : 'misses'] += 1;
      if (made) return made;
      body.hasBrotli = false;
      body.requests += 1;
      // One at a time: meanwhile other pages are sent as gzip.
      if (!isCompressing && body.requests >= BROTLI_AFTER_REQUESTS) {
        isCompressing = true;
        // After a failure, or if the form is evicted, the next attempt follows after as many requests again.
        body.requests = 0;
        void compress(body).finally(() => {
          isCompressing = false;
        });
      }
      return undefined;
    },
    brotliNow: async (body) => brotlis.get(body.tag) ?? compress(body),
    plain,
    plainNow,
  };
}
