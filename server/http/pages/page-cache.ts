// The cache of rendered pages. An entry is valid until the account changes or a scheduled link appears or expires.
// Without PUBLIC_URL a page contains the requested host, so each host has its own entry.
import { hash } from 'node:crypto';
import { totalmem } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Page } from '../../../contract/page/page.ts';
import type { Micros } from '../../../contract/time.ts';
import { createAccountCache } from '../../domain/account-cache.ts';
import { createPauses } from '../../domain/import/document/pauses.ts';
import { readPage } from '../../domain/page/page.ts';
import { hasEdition, insertEdition } from '../../storage/visits/editions.ts';
import { renderBlocks, renderPage } from '../../views/page/document.ts';
import { pageAddresses } from '../../views/pictures.ts';
import type { Services } from '../services.ts';
import { bytesOf, createBodies, type PageBody } from './page-body.ts';
import { createPageForms, type PageForms } from './page-forms.ts';

export interface CachedPage {
  until: Micros;
  /** Identifies the set of links it shows. Visits carry it. */
  edition: string;
  plain: PageBody;
  /** Undefined if the page has no pixels or is framed, or if pages and dashboard share an origin. */
  withPixels: PageBody | undefined;
}

export interface PageCache {
  /** Only from the cache. */
  known(accountId: number, origin: string, isFramed: boolean): CachedPage | undefined;
  /** Undefined if the account does not exist. */
  find(accountId: number, origin: string, isFramed: boolean): Promise<CachedPage | undefined>;
  readonly forms: PageForms;
}

/** A small share of memory on small machines. */
const MAX_BYTES = Math.min(256 * 1024 * 1024, totalmem() / 8);
const MAX_BROTLI_BYTES = MAX_BYTES / 8;
/** Holds sixteen of the largest pages. */
const MAX_PLAIN_BYTES = MAX_BYTES / 8;

export function createPageCache({ site, config, store, clock, caches }: Services, log: FastifyBaseLogger): PageCache {
  const bodyOf = createBodies();
  const pages = createAccountCache<number | string, CachedPage>({
    freshness: store.freshness,
    mostBytes: MAX_BYTES,
    bytesOf: ({ plain, withPixels }) => Math.ceil(bytesOf(plain) + (withPixels ? bytesOf(withPixels) : 0)),
    isOver: ({ until }) => until !== Number.POSITIVE_INFINITY && until <= clock(),
  });
  const sizes = { maxBrotliBytes: MAX_BROTLI_BYTES, maxPlainBytes: MAX_PLAIN_BYTES };
  const forms = createPageForms({ ...sizes, caches, log });
  caches.set('pages', pages.figures);
  // Their scripts would run on the origin where sessions are valid.
  const mayHavePixels = site === 'pages';

  /** A framed page is an entry of its own, made when it is first shown in a frame. */
  function keyOf(accountId: number, origin: string, isFramed: boolean): number | string {
    if (isFramed) return `${accountId} ${origin} framed`;
    return config.publicUrl ? accountId : `${accountId} ${origin}`;
  }

  async function make(accountId: number, origin: string, isFramed: boolean): Promise<CachedPage | undefined> {
    const dated = await readPage(store.read, accountId, pageAddresses(origin), clock());
    if (!dated) return undefined;
    const { page, until } = dated;
    const pause = createPauses();
    const blocks = await renderBlocks(page, pause);
    await pause();
    const plain = await bodyOf(renderPage(page, { withPixels: false, withScript: !isFramed, blocks }));
    await pause();
    const withPixels =
      page.pixels.length > 0 && mayHavePixels && !isFramed
        ? await bodyOf(renderPage(page, { withPixels: true, blocks }))
        : undefined;
    return { until, edition: await storeEdition(accountId, linksOn(page)), plain, withPixels };
  }

  /** If it cannot be stored, the page is served all the same, and impressions of its links are not counted. */
  async function storeEdition(accountId: number, links: readonly number[]): Promise<string> {
    const edition = editionOf(links);
    try {
      if (!(await hasEdition(store.read, accountId, edition))) {
        await store.note((tx) => insertEdition(tx, accountId, { edition, links, at: clock() }));
      }
    } catch (error) {
      if (!store.isUnavailable(error)) throw error;
    }
    return edition;
  }

  return {
    known: (accountId, origin, isFramed) => pages.get(keyOf(accountId, origin, isFramed)),
    find(accountId, origin, isFramed) {
      const key = keyOf(accountId, origin, isFramed);
      const made = () => pages.make(key, accountId, () => make(accountId, origin, isFramed));
      return pages.orLast(key, made, store.isUnavailable);
    },
    forms,
  };
}

function linksOn({ blocks }: Page): number[] {
  return blocks.flatMap(({ items }) => items.filter(({ link }) => link !== null).map(({ id }) => id));
}

function editionOf(links: readonly number[]): string {
  return hash('sha256', links.toSorted((a, b) => a - b).join(' '), 'base64url').slice(0, 12);
}
