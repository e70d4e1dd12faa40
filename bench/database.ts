// A database for benches: one account with a key, ten blocks of five items, ten pixels and some visits.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { DAY, type Micros } from '../contract/time.ts';
import { blockTypes, pixelTypes } from '../contract/vocabulary.ts';
import { createAccount } from '../server/domain/accounts/accounts.ts';
import { commandLine } from '../server/domain/accounts/actor.ts';
import { createKey } from '../server/domain/accounts/keys.ts';
import { createPixel } from '../server/domain/page/pixels.ts';
import { insertBlock, insertBlockItem, insertLink } from '../server/storage/page/blocks.ts';
import { openStore, type Store } from '../server/storage/store.ts';
import { insertLinkSet } from '../server/storage/visits/link-sets.ts';
import { createClock } from '../server/system/clock.ts';
import { createVisits, type Visits } from '../server/visits/index.ts';
import { createGeography } from '../server/visits/record/geography.ts';
import { compactAll, compactDay } from '../server/visits/segments/compaction.ts';
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
/** For a service whose retention keeps all single visits of a year. */
export const keepingVisits = { VISIT_EVENT_DAYS: '400' };
/** The page and all its links. */
export const LINK_SET = 'bench';
/** The slug of its first link. */
export const FIRST_SLUG = slugOf(0, 0);

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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
  const fill = async (store: Store, visits: Visits): Promise<Prepared> => {
    const at = createClock()();
    const person = { username: 'bench', email: 'bench@example.com', name: 'Somebody Measured' };
    const accountId = await createAccount(store, person, commandLine, at);
    const { key } = await createKey(
      store,
      accountId,
      { name: 'Bench', scope: 'read', expiresAt: null },
      commandLine,
      at,
    );
    const links: number[] = [];
    await store.write(accountId, async (tx) => {
      for (let number = 0; number < BLOCKS; number += 1) {
        links.push(...(await addBlock(store, tx, accountId, number, at)));
      }
      await insertLinkSet(tx, accountId, { edition: LINK_SET, links, at });
      for (let number = 0; number < PIXELS; number += 1) {
        const type = pixelTypes[number % pixelTypes.length]!;
        const fields = { name: `Campaign ${number}`, type, pixel_id: `PX-00${number}-4711`, status: 1 };
        await createPixel(tx, store, accountId, fields, commandLine, at);
      }
    });
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

export async function withStore<T>(
  url: string,
  work: (store: Store, visits: Visits) => Promise<T>,
  { eventDays }: { eventDays?: number } = {},
): Promise<T> {
  const store = await openStore(url, { watch: false });
  const logger = pino({ level: 'warn' });
  const geography = createGeography({ logger });
  const visits = createVisits({ store, clock: createClock(), geography, logger, eventDays });
  try {
    return await work(store, visits);
  } finally {
    await visits.stop();
    geography.close();
    await store.close();
  }
}

type Transaction = Parameters<Parameters<Store['write']>[1]>[0];

/** Returns the ids of its items, which are also the ids of their links. */
async function addBlock(
  store: Store,
  tx: Transaction,
  accountId: number,
  number: number,
  at: number,
): Promise<number[]> {
  const [blockId, ...itemIds] = await store.dialect.allocateIds(tx, 1 + ITEMS);
  await insertBlock(tx, accountId, {
    id: blockId!,
    block: blockTypes[number % blockTypes.length]!,
    name: `Block ${number}`,
    subheading: 'What there is to see here',
    content: JSON.stringify('A paragraph of some words, as a block has them.'),
    settings: null,
    position: number,
    created_at: at,
    updated_at: at,
  });
  for (const [order, id] of itemIds.entries()) {
    const url = `https://example.com/block-${number}/item-${order}`;
    await insertBlockItem(tx, accountId, {
      id,
      block_id: blockId!,
      list_order: order,
      thumbnail: null,
      is_element: 0,
      element: null,
      link: url,
      content: JSON.stringify({ caption: `Item ${order} of block ${number}`, alt: null }),
      settings: null,
      position: order,
      created_at: at,
      updated_at: at,
    });
    await insertLink(tx, accountId, { id, slug: slugOf(number, order), url, deleted_at: null });
  }
  return itemIds;
}

function slugOf(block: number, item: number): string {
  return `block-${block}-item-${item}`;
}
