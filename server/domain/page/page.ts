// Builds the page of an account from its rows: omits parts that are off or not scheduled yet, fills in defaults, and keeps
// only links that are safe to follow.

import type { BlockContent } from '../../../contract/blocks/index.ts';
import { blockLimits, blockShapes } from '../../../contract/page/block-shapes.ts';
import type {
  BlockOf,
  DatedPage,
  ItemOf,
  Page,
  PageAddresses,
  PageBlock,
  PageLink,
} from '../../../contract/page/page.ts';
import { pagePath } from '../../../contract/page/page-address.ts';
import { parseStored } from '../../../contract/page/reading.ts';
import { linkTarget } from '../../../contract/page/targets.ts';
import { instantIn, type Micros } from '../../../contract/time.ts';
import type { BlockType } from '../../../contract/vocabulary.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import { type BlockWithItems, listBlocks } from '../../storage/page/blocks.ts';
import { slugsOf } from '../../storage/page/links.ts';
import { activePixels } from '../../storage/page/pixels.ts';
import type { AccountRow, BlockItemRow, Executor } from '../../storage/tables.ts';
import { createPauses } from '../../system/pauses.ts';
import { storedJson as parsed } from '../stored-json.ts';
import { isBlockOn } from './block-state.ts';
import { pageOptions } from './page-options.ts';
import { pageSettings } from './page-settings.ts';

const ALWAYS = Number.POSITIVE_INFINITY;

export async function readPage(
  db: Executor,
  accountId: number,
  addresses: PageAddresses,
  now: Micros,
): Promise<DatedPage | undefined> {
  const schedule = createSchedule(now);
  const page = await readPageBy(schedule, db, accountId, addresses);
  return page && { page, until: schedule.until() };
}

/** The page with all current and all scheduled parts at once. */
export async function readPageWithScheduled(
  db: Executor,
  accountId: number,
  addresses: PageAddresses,
  now: Micros,
): Promise<Page | undefined> {
  const schedule = { isOn: (_from: Micros | null, to: Micros | null) => to === null || now < to };
  return readPageBy(schedule, db, accountId, addresses);
}

async function readPageBy(
  schedule: Pick<Schedule, 'isOn'>,
  db: Executor,
  accountId: number,
  addresses: PageAddresses,
): Promise<Page | undefined> {
  // Starts here, because SQLite reads run on this thread too.
  const pause = createPauses();
  const rows = await readPageRows(db, accountId);
  return rows && composePage(rows, schedule, addresses, pause);
}

/** The rows that a page is made from. */
export interface PageRows {
  account: AccountRow;
  blocks: BlockWithItems[];
  /** Of live links, by the id of the item. */
  slugs: ReadonlyMap<number, string>;
  pixels: Awaited<ReturnType<typeof activePixels>>;
}

export async function readPageRows(db: Executor, accountId: number): Promise<PageRows | undefined> {
  const account = await findAccount(db, accountId);
  if (!account) return undefined;
  const [blocks, slugs, pixels] = await Promise.all([
    listBlocks(db, accountId, blockLimits.blocks),
    slugsOf(db, accountId),
    activePixels(db, accountId),
  ]);
  return { account, blocks, slugs, pixels };
}

/** The page at this time, from rows that may differ from the stored ones. */
export function pageFromRows(
  rows: PageRows,
  addresses: PageAddresses,
  now: Micros,
  pause: () => Promise<void>,
): Promise<Page> {
  return composePage(rows, createSchedule(now), addresses, pause);
}

async function composePage(
  { account, blocks, slugs, pixels }: PageRows,
  schedule: Pick<Schedule, 'isOn'>,
  addresses: PageAddresses,
  pause: () => Promise<void>,
): Promise<Page> {
  const { seo, social, customize, background } = pageSettings(account);
  const { hasConsentBar, language, backgroundLayout } = pageOptions(account.page_options);
  const isTold = seo.enable === '1';
  const around = { account, origin: addresses.origin, slugs, schedule };
  const shown: PageBlock[] = [];
  for (const block of blocks.filter(isBlockOn)) {
    await pause();
    shown.push(pageBlock(block, around));
  }
  return {
    accountId: account.account_id,
    publicToken: account.public_token,
    username: account.username,
    name: account.name,
    bio: account.bio,
    avatar: account.avatar ?? addresses.avatar(account.public_token),
    origin: addresses.origin,
    seo: {
      title: (isTold && seo.page_name) || account.name || account.username,
      description: (isTold && seo.page_description) || account.bio,
      isHidden: seo.block_engine === '1',
      shareImage: (isTold && seo.opengraph_image) || addresses.shareImage(account.public_token),
    },
    social,
    customize,
    background,
    backgroundLayout,
    blocks: shown,
    pixels: pixels.map(({ pixel_type, pixel_id }) => ({ type: pixel_type, id: pixel_id })),
    asksConsent: hasConsentBar,
    language,
  };
}

interface Surroundings {
  account: AccountRow;
  origin: string;
  slugs: ReadonlyMap<number, string>;
  schedule: Pick<Schedule, 'isOn'>;
}

function pageBlock(row: BlockWithItems, around: Surroundings): PageBlock {
  const shape = blockShapes[row.block];
  const { enabled: _, ...settings } = parseStored(shape.settings, parsed(row.settings));
  return {
    type: row.block,
    id: row.id,
    name: row.name,
    subheading: row.subheading,
    settings,
    content: current(row.block, parseStored(shape.content, parsed(row.content)), around.schedule),
    items: row.items.slice(0, blockLimits.items).flatMap((item) => {
      const shown = pageItem(row.block, item, around);
      return shown ? [shown] : [];
    }),
  } as BlockOf<BlockType> as PageBlock;
}

/** A finished countdown shows only its final text. A countdown without an end never shows it. */
function current(type: BlockType, content: unknown, schedule: Pick<Schedule, 'isOn'>): unknown {
  if (type !== 'countdown') return content;
  const { until, finished } = content as BlockContent<'countdown'>;
  const end = instantIn(until);
  if (end === null) return { until: null, finished: '' };
  return schedule.isOn(null, end) ? content : { until: null, finished };
}

/** Undefined if it is not visible now. */
function pageItem(type: BlockType, row: BlockItemRow, around: Surroundings): ItemOf<BlockType> | undefined {
  const shape = blockShapes[type].item;
  const settings = linkSettings(parseStored(shape.settings, parsed(row.settings)) as Record<string, unknown>);
  if (!settings.enabled || !around.schedule.isOn(settings.from, settings.to)) return undefined;
  const { caption, alt } = (parsed(row.content) ?? {}) as { caption?: unknown; alt?: unknown };
  return {
    id: row.id,
    caption: typeof caption === 'string' ? caption : '',
    alt: typeof alt === 'string' ? alt : '',
    picture: row.thumbnail,
    element: parseStored(shape.element, parsed(row.element)),
    link: pageLink(row, settings, around),
  } as ItemOf<BlockType>;
}

type LinkSettings = ReturnType<typeof linkSettings>;

/** Empty for blocks whose items are not links. */
function linkSettings(settings: Record<string, unknown>) {
  return {
    enabled: settings.enabled !== false,
    from: instantIn(settings.from),
    to: instantIn(settings.to),
    highlight: settings.highlight === true,
    sensitive: settings.sensitive === true,
    language: typeof settings.language === 'string' ? settings.language : '',
  };
}

function pageLink(
  { id, link }: BlockItemRow,
  settings: LinkSettings,
  { account, origin, slugs }: Surroundings,
): PageLink | null {
  const slug = slugs.get(id);
  const url = link === null ? undefined : linkTarget(link, origin);
  if (url === undefined || slug === undefined) return null;
  return {
    path: pagePath(account, { link: slug }),
    url,
    isHighlighted: settings.highlight,
    isSensitive: settings.sensitive,
    language: settings.language,
  };
}

interface Schedule {
  /** Whether now is in the range; null means open. */
  isOn(from: Micros | null, to: Micros | null): boolean;
  /** The next time at which one of the checked ranges starts or ends. */
  until(): Micros;
}

function createSchedule(now: Micros): Schedule {
  let next = ALWAYS;
  return {
    isOn(from, to) {
      for (const at of [from, to]) if (at !== null && at > now) next = Math.min(next, at);
      return (from === null || from <= now) && (to === null || now < to);
    },
    until: () => next,
  };
}
