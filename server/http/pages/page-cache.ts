// The cache of rendered pages. An entry is valid until the account changes or a scheduled link appears or expires.
// Without PUBLIC_URL a page contains the requested host, so each host has its own entry.
import { totalmem } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { createAccountCache } from '../../domain/account-cache.ts';
import { hasLinkSet, insertLinkSet } from '../../storage/visits/link-sets.ts';
import type { Services } from '../services.ts';
import { bytesOf } from './page-body.ts';
import { createPageEncodings, type PageEncodings } from './page-encodings.ts';
import { createRenderer } from './rendering/index.ts';
import type { RenderedBodies } from './rendering/rendering.ts';

/** Without the links, which are stored. Visits carry the name of the link set. */
export type CachedPage = Omit<RenderedBodies, 'links'>;

export interface PageCache {
  /** Only from the cache. */
  known(accountId: number, origin: string, isFramed: boolean): CachedPage | undefined;
  /** Undefined if the account does not exist. */
  find(accountId: number, origin: string, isFramed: boolean): Promise<CachedPage | undefined>;
  readonly encodings: PageEncodings;
  close(): Promise<void>;
}

/** A small share of memory on small machines. */
const MAX_BYTES = Math.min(256 * 1024 * 1024, totalmem() / 8);
const MAX_BROTLI_BYTES = MAX_BYTES / 8;
/** Holds sixteen of the largest pages. */
const MAX_PLAIN_BYTES = MAX_BYTES / 8;

export function createPageCache({ site, config, store, clock, caches }: Services, log: FastifyBaseLogger): PageCache {
  const renderer = createRenderer(store, config.databaseUrl);
  const pages = createAccountCache<number | string, CachedPage>({
    freshness: store.freshness,
    mostBytes: MAX_BYTES,
    bytesOf: ({ plain, withPixels }) => Math.ceil(bytesOf(plain) + (withPixels ? bytesOf(withPixels) : 0)),
    isOver: ({ until }) => until !== Number.POSITIVE_INFINITY && until <= clock(),
  });
  const sizes = { maxBrotliBytes: MAX_BROTLI_BYTES, maxPlainBytes: MAX_PLAIN_BYTES };
  const encodings = createPageEncodings({ ...sizes, caches, log });
  caches.set('pages', pages.figures);
  // Their scripts would run on the origin where sessions are valid.
  const mayHavePixels = site === 'pages';

  /** A framed page is an entry of its own, made when it is first shown in a frame. */
  function keyOf(accountId: number, origin: string, isFramed: boolean): number | string {
    if (isFramed) return `${accountId} ${origin} framed`;
    return config.publicUrl ? accountId : `${accountId} ${origin}`;
  }

  async function make(accountId: number, origin: string, isFramed: boolean): Promise<CachedPage | undefined> {
    const request = { accountId, origin, isFramed, mayHavePixels, at: clock() };
    const rendered = await renderer.render(request);
    if (!rendered) return undefined;
    const { links, ...page } = rendered;
    await storeLinkSet(accountId, page.linkSet, links);
    return page;
  }

  /** If it cannot be stored, the page is served all the same, and impressions of its links are not counted. */
  async function storeLinkSet(accountId: number, linkSet: string, links: readonly number[]): Promise<void> {
    try {
      if (await hasLinkSet(store.read, accountId, linkSet)) return;
      await store.note((tx) => insertLinkSet(tx, accountId, { edition: linkSet, links, at: clock() }));
    } catch (error) {
      if (!store.isUnavailable(error)) throw error;
    }
  }

  return {
    known: (accountId, origin, isFramed) => pages.get(keyOf(accountId, origin, isFramed)),
    find(accountId, origin, isFramed) {
      const key = keyOf(accountId, origin, isFramed);
      const made = () => pages.make(key, accountId, () => make(accountId, origin, isFramed));
      return pages.orLast(key, made, store.isUnavailable);
    },
    encodings,
    close: renderer.close,
  };
}
