// A database for benches: one account with a key, ten blocks of five items, ten pixels and some visits.
import { DAY, type Micros } from '../contract/time.ts';
import { blockTypes, pixelTypes } from '../contract/vocabulary.ts';
import { withStore } from '../drill/support/with-store.ts';
import { commandLine } from '../server/domain/accounts/actor.ts';
import { createKey } from '../server/domain/accounts/keys.ts';
import type { Store } from '../server/storage/store.ts';
import { insertLinkSet } from '../server/storage/visits/link-sets.ts';
import { createClock } from '../server/system/clock.ts';
import type { Visits } from '../server/visits/index.ts';
import { compactAll, compactDay } from '../server/visits/segments/compaction.ts';
import { makePages, type PageGiven } from '../test/support/pages/pages.ts';
import { visitors } from './visitors.ts';

export interface Prepared {
  readonly url: string;
  readonly accountId: number;
  readonly key: string;
  /** The links that visitors follow. */
  readonly links: readonly number[];
}

const BLOCKS = 10;
const ITEMS = 5;
const PIXELS = 10;
/** Nobody follows the other links. */
const LINKS_FOLLOWED = 10;
/** The page and all its links. */
export const LINK_SET = 'bench';
/** The slug of its first link. */
export const FIRST_SLUG = slugOf(0, 0);

interface Options {
  /** Some of the visits are clicks. */
  withClicks?: boolean;
  /** How long before now the visits start. Single visits are stored for all of it. */
  span?: Micros;
  progress?(done: number): void;
}

export async function prepareDatabase(
  url: string,
  count: number,
  { withClicks = false, span = 30 * DAY, progress = () => {} }: Options = {},
): Promise<Prepared> {
  const eventDays = Math.max(90, Math.ceil(span / DAY) + 1);
  const [page] = await makePages(url, [pageOf('bench')]);
  const { accountId } = page!;
  const fill = async (store: Store, visits: Visits): Promise<Prepared> => {
    const at = createClock()();
    const wanted = { name: 'Bench', scope: 'read', expiresAt: null } as const;
    const { key } = await createKey(store, accountId, wanted, commandLine, at);
    const rows = await store.read.selectFrom('link').select('id').orderBy('id').execute();
    const links = rows.map(({ id }) => id);
    await store.write(accountId, (tx) => insertLinkSet(tx, accountId, { edition: LINK_SET, links, at }));
    let done = 0;
    const followed = links.slice(0, LINKS_FOLLOWED);
    const clicked = withClicks ? { links: followed, edition: LINK_SET } : {};
    for (const some of visitors(accountId, count, at, { ...clicked, span })) {
      await visits.recordMany(some);
      done += some.length;
      if (done % AGGREGATE_EVERY === 0 || done === count) {
        await visits.aggregateAll();
        progress(done);
      }
    }
    // As maintenance does once a day.
    await compactAll(store, at, (step) => compactDay(store, step));
    return { url, accountId, key, links: followed };
  };
  return withStore(url, fill, { eventDays });
}

/** In between, so that the queue stays as short as in production. */
const AGGREGATE_EVERY = 10_000;

function pageOf(username: string): PageGiven {
  const blocks = Array.from({ length: BLOCKS }, (_, number) => ({
    block: blockTypes[number % blockTypes.length]!,
    name: `Block ${number}`,
    subheading: 'What there is to see here',
    content: 'A paragraph of some words, as a block has them.',
    items: Array.from({ length: ITEMS }, (_, order) => ({
      caption: `Item ${order} of block ${number}`,
      link: `https://example.com/block-${number}/item-${order}`,
      slug: slugOf(number, order),
    })),
  }));
  const pixels = Array.from({ length: PIXELS }, (_, number) => {
    return { type: pixelTypes[number % pixelTypes.length]!, id: `PX-00${number}-4711` };
  });
  return { username, name: 'Somebody Measured', blocks, pixels };
}

function slugOf(block: number, item: number): string {
  return `block-${block}-item-${item}`;
}
