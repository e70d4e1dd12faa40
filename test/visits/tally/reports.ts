// Compares everything the API reports on a page's visits with the book.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { dimensions, type ExpectedCounts, type Page, slugOf } from './expected-counts.ts';

const MAX_COUNT_MS = 20_000;

/** Calls one process of the service as the page's owner. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Ask = (request: string, key: string) => Promise<any>;

interface Owned extends Page {
  key: string;
}

/**
 * Returns how many numbers were compared; rejects if one differs. Counts lag behind the visits, and those of another
 * process a little more.
 */
export async function compare(ask: Ask, sites: readonly Owned[], expectedCounts: ExpectedCounts): Promise<number> {
  const expected = sites.map(expectedCounts.expected);
  const isThere = async () =>
    isDeepStrictEqual(await Promise.all(sites.map((site) => summary(ask, site))), expected.map(summaryOf));
  const deadline = performance.now() + MAX_COUNT_MS;
  while (!(await isThere()) && performance.now() < deadline) await sleep(50);
  const all = await Promise.all(sites.map((site) => everything(ask, site)));
  for (const [index, site] of all.entries()) assert.deepEqual(site, expected[index]);
  return countsIn(all);
}

async function summary(ask: Ask, { key, links }: Owned) {
  const read = (path: string) => ask(`GET /analytics${path}`, key);
  const kindsOf = (slug: string) => read(`/breakdown?dimension=kind&link_slug=${slug}`);
  return {
    views: await read('/views'),
    clicks: await read('/clicks'),
    kinds: [await read('/breakdown?dimension=kind'), ...(await Promise.all(links.map(slugOf).map(kindsOf)))],
  };
}

function summaryOf({ views, clicks, ofPage, ofLinks }: ReturnType<ExpectedCounts['expected']>) {
  return { views, clicks, kinds: [ofPage.kind, ...ofLinks.map((link) => link.dimensions.kind)] };
}

async function everything(ask: Ask, { key, links }: Owned): Promise<ReturnType<ExpectedCounts['expected']>> {
  const read = (path: string) => ask(`GET /analytics${path}`, key);
  const byDimension = async (of: string) => {
    const rows = await Promise.all(
      dimensions.map((dimension) => read(`/breakdown?results_per_page=250&dimension=${dimension}${of}`)),
    );
    return Object.fromEntries(dimensions.map((dimension, index) => [dimension, rows[index]]));
  };
  return {
    views: await read('/views'),
    clicks: await read('/clicks'),
    figures: await read('/links?results_per_page=250'),
    ofPage: await byDimension(''),
    ofLinks: await Promise.all(
      // By any current or former slug.
      links.map(async ({ slugs }) => ({
        clicks: await read(`/clicks/${slugs[0]}`),
        dimensions: await byDimension(`&link_slug=${slugs.at(-1)}`),
      })),
    ),
  };
}

/** Counts the numbers in it. */
function countsIn(value: unknown): number {
  if (typeof value === 'number') return 1;
  return typeof value === 'object' && value ? Object.values(value).reduce((sum, each) => sum + countsIn(each), 0) : 0;
}
