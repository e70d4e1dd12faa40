// Makes the bodies of a page from its rows. It may run in a thread, so the result is plain data.
import { hash } from 'node:crypto';
import type { Page } from '../../../../contract/page/page.ts';
import type { Micros } from '../../../../contract/time.ts';
import { readPage } from '../../../domain/page/page.ts';
import type { Executor } from '../../../storage/tables.ts';
import { createPauses } from '../../../system/pauses.ts';
import { renderBlocks, renderPage } from '../../../views/page/document.ts';
import { pageAddresses } from '../../../views/pictures.ts';
import type { BodyMaker, PageBody } from '../page-body.ts';

export interface RenderingRequest {
  accountId: number;
  origin: string;
  isFramed: boolean;
  mayHavePixels: boolean;
  at: Micros;
}

export interface RenderedBodies {
  /** When a scheduled link appears or expires. */
  until: Micros;
  /** Identifies the set of links that it shows. */
  linkSet: string;
  links: number[];
  plain: PageBody;
  /** Undefined if the page has no pixels, or may not have them here. */
  withPixels: PageBody | undefined;
}

/** Undefined if the account does not exist. */
export async function renderBodies(
  db: Executor,
  bodyOf: BodyMaker,
  { accountId, origin, isFramed, mayHavePixels, at }: RenderingRequest,
): Promise<RenderedBodies | undefined> {
  const dated = await readPage(db, accountId, pageAddresses(origin), at);
  if (!dated) return undefined;
  const { page, until } = dated;
  const pause = createPauses();
  const blocks = await renderBlocks(page, pause);
  await pause();
  const plain = await bodyOf(renderPage(page, { withPixels: false, withScript: !isFramed, blocks }));
  await pause();
  const hasPixels = page.pixels.length > 0 && mayHavePixels && !isFramed;
  const withPixels = hasPixels ? await bodyOf(renderPage(page, { withPixels: true, blocks })) : undefined;
  const links = linksOn(page);
  return { until, linkSet: linkSetOf(links), links, plain, withPixels };
}

function linksOn({ blocks }: Page): number[] {
  return blocks.flatMap(({ items }) => items.filter(({ link }) => link !== null).map(({ id }) => id));
}

function linkSetOf(links: readonly number[]): string {
  return hash('sha256', links.toSorted((a, b) => a - b).join(' '), 'base64url').slice(0, 12);
}
