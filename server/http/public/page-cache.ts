// Pages as they are sent, kept until the account changes or a link of theirs comes or goes. Where no PUBLIC_URL says
// what they are called by, a page names the host that it was asked at, and is kept for that one alone.
import { hash } from 'node:crypto';
import { totalmem } from 'node:os';
import { LRUCache } from 'lru-cache';
import type { Page } from '../../../contract/page/page.ts';
import type { Micros } from '../../../contract/time.ts';
import { createKept } from '../../domain/kept.ts';
import { readPage } from '../../domain/page.ts';
import { hasEdition, insertEdition } from '../../storage/editions.ts';
import { renderPage } from '../../views/page/document.ts';
import { avatarPath, sharePath } from '../../views/pictures.ts';
import type { CacheFigures, Services } from '../services.ts';
import { brotliOf, bytesOf, createBodies, type PageBody } from './page-body.ts';

export interface KeptPage {
  until: Micros;
  /** Which links it shows, by a name that visits to it carry. */
  edition: string;
  plain: PageBody;
  /** Where its owner put pixels on it. */
  withPixels: PageBody | undefined;
}

export interface PageCache {
  /** Only what is kept: a shortcut for `find`. */
  known(accountId: number, origin: string): KeptPage | undefined;
  /** Undefined where the account is gone. */
  find(accountId: number, origin: string): Promise<KeptPage | undefined>;
  /** The brotli form, if there is one by now. A page that is asked for again and again gets one. */
  brotli(body: PageBody): Buffer | undefined;
  /** For who takes nothing else. */
  brotliNow(body: PageBody): Promise<Buffer>;
}

/** Of a small machine a small part: there are others who need it. */
const MOST_BYTES = Math.min(256 * 1024 * 1024, totalmem() / 8);
const MOST_BROTLI_BYTES = MOST_BYTES / 8;
const ASKED_OFTEN = 16;

export function createPageCache({ config, store, clock, caches }: Services): PageCache {
  const bodyOf = createBodies();
  const pages = createKept<number | string, KeptPage>({
    freshness: store.freshness,
    mostBytes: MOST_BYTES,
    bytesOf: ({ plain, withPixels }) => Math.ceil(bytesOf(plain) + (withPixels ? bytesOf(withPixels) : 0)),
    isOver: ({ until }) => until !== Number.POSITIVE_INFINITY && until <= clock(),
  });
  const brotlis = new LRUCache<string, Buffer>({ maxSize: MOST_BROTLI_BYTES, sizeCalculation: ({ length }) => length });
  const keyOf = (accountId: number, origin: string) => (config.publicUrl ? accountId : `${accountId} ${origin}`);
  const brotliFigures = { hits: 0, misses: 0 };
  let isCompressing = false;
  caches.set('pages', pages.figures);
  caches.set('brotli', (): CacheFigures => {
    return { ...brotliFigures, entries: brotlis.size, bytes: brotlis.calculatedSize };
  });

  async function make(accountId: number, origin: string): Promise<KeptPage | undefined> {
    const addresses = { origin, avatar: avatarPath, shareImage: (token: string) => origin + sharePath(token) };
    const dated = await readPage(store.read, accountId, addresses, clock());
    if (!dated) return undefined;
    const { page, until } = dated;
    const plain = bodyOf(renderPage(page, { withPixels: false }));
    const withPixels = page.pixels.length > 0 ? bodyOf(renderPage(page, { withPixels: true })) : undefined;
    return { until, edition: await remembered(accountId, linksOn(page)), plain, withPixels };
  }

  /** Where it cannot be put down, the page is shown all the same, and its links' impressions of that time are missing. */
  async function remembered(accountId: number, links: readonly number[]): Promise<string> {
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

  async function compress(body: PageBody): Promise<Buffer> {
    const compressed = await brotliOf(body);
    brotlis.set(body.tag, compressed);
    return compressed;
  }

  return {
    known: (accountId, origin) => pages.get(keyOf(accountId, origin)),
    find(accountId, origin) {
      const key = keyOf(accountId, origin);
      const made = () => pages.make(key, accountId, () => make(accountId, origin));
      return pages.orLast(key, made, store.isUnavailable);
    },
    brotli(body) {
      const made = brotlis.get(body.tag);
      brotliFigures[made ? 'hits' : 'misses'] += 1;
      body.asked += 1;
      // One at a time, however many are asked for: whoever visits meanwhile gets the other form.
      if (!made && !isCompressing && body.asked >= ASKED_OFTEN) {
        isCompressing = true;
        void compress(body).finally(() => {
          isCompressing = false;
        });
      }
      return made;
    },
    brotliNow: async (body) => brotlis.get(body.tag) ?? compress(body),
  };
}

function linksOn({ blocks }: Page): number[] {
  return blocks.flatMap(({ items }) => items.filter(({ link }) => link !== null).map(({ id }) => id));
}

function editionOf(links: readonly number[]): string {
  return hash('sha256', links.toSorted((a, b) => a - b).join(' '), 'base64url').slice(0, 12);
}
