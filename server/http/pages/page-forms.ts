// The forms in which a page is sent beside gzip, the one in which it is kept: brotli for who takes it, and the HTML
// itself for who takes neither. Each is made once, and is one Buffer for everybody who reads it: Node writes it from where
// it lies, so a slow reader holds a reference and no copy.

import { createSingleFlightCache } from '../../cache/single-flight-cache.ts';
import { throttleLog } from '../../log-throttle.ts';
import type { CacheFigures } from '../services.ts';
import { brotliOf, type PageBody, plainAtOnce, plainOf } from './page-body.ts';

export interface PageForms {
  /** The brotli form, if there is one by now. A page that is asked for again and again gets one. */
  brotli(body: PageBody): Buffer | undefined;
  /** For who takes nothing else; undefined if it could not be made. */
  brotliNow(body: PageBody): Promise<Buffer | undefined>;
  /** The HTML, unless it has to be made first. */
  plain(body: PageBody): Buffer | undefined;
  plainNow(body: PageBody): Promise<Buffer>;
}

export interface FormsOptions {
  maxBrotliBytes: number;
  maxPlainBytes: number;
  caches: Map<string, () => CacheFigures>;
  log: { error(details: object, message: string): void };
}

const ASKED_OFTEN = 16;

export function createPageForms({ maxBrotliBytes, maxPlainBytes, caches, log }: FormsOptions): PageForms {
  const bytesOf = ({ length }: Buffer) => length;
  const brotlis = createSingleFlightCache<string, Buffer>({ maxBytes: maxBrotliBytes, bytesOf });
  const plains = createSingleFlightCache<string, Buffer>({ maxBytes: maxPlainBytes, bytesOf });
  /** However many large pages are read at once, each is in memory once while anybody still reads it. */
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
      return await brotlis.make(body.tag, undefined, async () => brotliOf(await plainNow(body)));
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
      const made = brotlis.get(body.tag);
      brotliFigures[made ? 'hits' : 'misses'] += 1;
      body.asked += 1;
      // One at a time, however many are asked for: whoever visits meanwhile gets the other form.
      if (!made && !isCompressing && body.asked >= ASKED_OFTEN) {
        isCompressing = true;
        // After a failure it is asked for as often again before the next try.
        body.asked = 0;
        void compress(body).finally(() => {
          isCompressing = false;
        });
      }
      return made;
    },
    brotliNow: async (body) => brotlis.get(body.tag) ?? compress(body),
    plain,
    plainNow,
  };
}
