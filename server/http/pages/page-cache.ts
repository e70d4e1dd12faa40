// Pages as they are sent, kept until the account changes or a link of theirs comes or goes. Where no PUBLIC_URL says
// what they are called by, a page names the host that it was asked at, and is kept for that one alone.
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
  /** Which links it shows, by a name that visits to it carry. */
  edition: string;
  plain: PageBody;
  /** Where its owner put pixels on it. */
  withPixels: PageBody | undefined;
}

export interface PageCache {
  /** Only what is kept: a shortcut for `find`. */
  known(accountId: number, origin: string): CachedPage | undefined;
  /** Undefined where the account is gone. */
  find(accountId: number, origin: string): Promise<CachedPage | undefined>;
  readonly forms: PageForms;
}

/** Of a small machine a small part: there are others who need it. */
const MAX_BYTES = Math.min(256 * 1024 * 1024, totalmem() / 8);
const MAX_BROTLI_BYTES = MAX_BYTES / 8;
/** Room for sixteen of the largest pages. */
const MAX_PLAIN_BYTES = MAX_BYTES / 8;

export function createPageCache({ config, store, clock, caches }: Services, log: FastifyBaseLogger): PageCache {
  const bodyOf = createBodies();
  const pages = createAccountCache<number | string, CachedPage>({
    freshness: store.freshness,
    mostBytes: MAX_BYTES,
    bytesOf: ({ plain, withPixels }) => Math.ceil(bytesOf(plain) + (withPixels ? bytesOf(withPixels) : 0)),
    isOver: ({ until }) => until !== Number.POSITIVE_INFINITY && until <= clock(),
  });
  const sizes = { maxBrotliBytes: MAX_BROTLI_BYTES, maxPlainBytes: MAX_PLAIN_BYTES };
  const forms = createPageForms({ ...sizes, caches, log });
  const keyOf = (accountId: number, origin: string) => (config.publicUrl ? accountId : `${accountId} ${origin}`);
  caches.set('pages', pages.figures);

  async function make(accountId: number, origin: string): Promise<CachedPage | undefined> {
    const dated = await readPage(store.read, accountId, pageAddresses(origin), clock());
    if (!dated) return undefined;
    const { page, until } = dated;
    const pause = createPauses();
    const blocks = await renderBlocks(page, pause);
    await pause();
    const plain = await bodyOf(renderPage(page, { withPixels: false, blocks }));
    await pause();
    const withPixels =
      page.pixels.length > 0 ? await bodyOf(renderPage(page, { withPixels: true, blocks })) : undefined;
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

  return {
    known: (accountId, origin) => pages.get(keyOf(accountId, origin)),
    find(accountId, origin) {
      const key = keyOf(accountId, origin);
      const made = () => pages.make(key, accountId, () => make(accountId, origin));
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
