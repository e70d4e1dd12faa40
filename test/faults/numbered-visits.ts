// Visits that can be told apart afterwards: each has its own address and a number in its campaign, and a page or link
// keeps the counts of a thousand campaigns. Records the answer to each visit and compares it with the final counts.
import { pino } from 'pino';
import type { Store } from '../../server/storage/store.ts';
import { ALL_LINKS, PAGE } from '../../server/storage/visits/visits.ts';
import { createClock } from '../../server/system/clock.ts';
import { createVisits } from '../../server/visits/index.ts';
import { rangeCounts } from '../../server/visits/read/range-counts.ts';
import { makePages } from '../support/pages/pages.ts';

const LINKS = ['shop', 'blog'] as const;
const NUMBERS = 1000;
/** Some visits contain a character that some parsers treat as a line end, with a value after it. */
const HOSTILE = encodeURIComponent('a\u20285\u2028b');
const HOSTILE_EVERY = 50;
const sentAlone = 1;
const answeredUncounted = 2;
const answeredCounted = 3;

export interface NumberedVisits {
  /** The path of each page and each link. */
  readonly paths: readonly string[];
  /** The next visit; counts as sent from now on. */
  next(): NumberedVisit;
  sent(): number;
  /** Visits answered as counted. */
  counted(): number;
}

export interface NumberedVisit {
  readonly path: string;
  readonly address: string;
  /** Call with the Fingerpost-Visit header of the answer. */
  answered(visit: string | undefined): void;
}

export interface Comparison {
  /** Answered as counted, but missing. */
  lost: string[];
  /** Counted twice, never sent, or different between sums. */
  wrong: string[];
  /** How many of the visits without an answer, or answered as uncounted, were counted. */
  unanswered: number;
}

export interface Ledger extends NumberedVisits {
  /** Folds all recorded visits and compares. */
  compare(store: Store): Promise<Comparison>;
}

/** Adds pages with links to a database without pages. */
export async function makeNumberedVisits(databaseUrl: string, pages: number): Promise<Ledger> {
  const items = LINKS.map((slug) => ({ caption: slug, link: `https://example.com/${slug}`, slug }));
  const usernames = Array.from({ length: pages }, (_, index) => `visited${index}`);
  await makePages(
    databaseUrl,
    usernames.map((username) => ({ username, blocks: [{ block: 'links', items }] })),
  );
  const paths = usernames.flatMap((username) => [`/${username}`, ...LINKS.map((slug) => `/${username}/${slug}`)]);
  const outcomes = new Uint8Array(paths.length * NUMBERS);
  let sent = 0;
  let counted = 0;

  return {
    paths,
    sent: () => sent,
    counted: () => counted,
    next() {
      const index = sent++;
      if (index >= outcomes.length) throw new Error(`Only ${outcomes.length} numbers are available.`);
      outcomes[index] = sentAlone;
      return {
        path: `${paths[index % paths.length]}?utm_content=${Math.floor(index / paths.length)}${hostility(index)}`,
        address: [10, index >> 16, (index >> 8) & 255, index & 255].join('.'),
        answered(visit) {
          outcomes[index] = visit === 'counted' ? answeredCounted : answeredUncounted;
          if (visit === 'counted') counted += 1;
        },
      };
    },
    async compare(store) {
      await aggregateAll(store);
      const found = await readCounts(store);
      const lost: string[] = [];
      const wrong = found.sums;
      let unanswered = 0;
      for (const [index, outcome] of outcomes.entries()) {
        const name = `${paths[index % paths.length]} ${Math.floor(index / paths.length)}`;
        const count = found.byName.get(name);
        found.byName.delete(name);
        if (!count && outcome === answeredCounted) lost.push(name);
        if (!count) continue;
        if (outcome === 0) wrong.push(`${name} was never sent`);
        else if (count !== '1 by 1') wrong.push(`${name} was visited ${count}`);
        else if (outcome !== answeredCounted) unanswered += 1;
      }
      wrong.push(...[...found.byName.keys()].map((name) => `${name} was never sent`));
      return { lost, wrong, unanswered };
    },
  };
}

function hostility(index: number): string {
  return index % HOSTILE_EVERY === 0 ? `&utm_term=${HOSTILE}` : '';
}

const EVER = { from: 0, to: Date.UTC(2100, 0) * 1000 };

async function aggregateAll(store: Store): Promise<void> {
  const logger = pino({ level: 'silent' });
  const geography = { locate: async () => ({ country: 'xx', city: 'Unknown, XX' }) };
  await createVisits({ store, clock: createClock(), geography, logger }).aggregateAll();
}

/** The counts of each number, as `visits by uniques`, and the sums that differ from them. */
async function readCounts({ read }: Store): Promise<{ byName: Map<string, string>; sums: string[] }> {
  const accounts = await read.selectFrom('account').select(['account_id', 'username']).execute();
  const links = await read.selectFrom('link').select(['account_id', 'id', 'slug']).execute();
  const totals = await read
    .selectFrom('visit_total')
    .select(['account_id', 'target_id', 'dimension', 'key', 'visits', 'uniques'])
    .where('dimension', 'in', ['total', 'utm_content', 'impression'])
    .execute();
  const byName = new Map<string, string>();
  const numbers = new Map<string, number>();
  const add = (accountId: number, targetId: number) => {
    const target = `${accountId} ${targetId}`;
    numbers.set(target, (numbers.get(target) ?? 0) + 1);
  };
  const usernames = new Map(accounts.map(({ account_id, username }) => [account_id, username]));
  const slugs = new Map(links.map(({ id, slug }) => [id, `/${slug}`]));
  for (const { account_id, target_id, dimension, key, visits, uniques } of totals) {
    if (dimension !== 'utm_content') continue;
    byName.set(`/${usernames.get(account_id)}${slugs.get(target_id) ?? ''} ${key}`, `${visits} by ${uniques}`);
    add(account_id, target_id);
    if (target_id !== PAGE) add(account_id, ALL_LINKS);
  }
  const sums: string[] = [];
  const hold = (what: string, row: { account_id: number; target_id: number; visits: number; uniques: number }) => {
    const sum = numbers.get(`${row.account_id} ${row.target_id}`) ?? 0;
    if (row.visits !== sum || row.uniques !== sum) {
      sums.push(`${what} of ${row.account_id} ${row.target_id}: ${row.visits} by ${row.uniques}, not ${sum}`);
    }
  };
  for (const row of totals) if (row.dimension === 'total') hold('the total', row);
  for (const { account_id, target_id } of totals.filter(({ dimension }) => dimension === 'total')) {
    const counts = await rangeCounts(read, account_id, target_id, ['total'], EVER);
    const { visits, uniques } = counts.get('total')?.get('') ?? { visits: 0, uniques: 0 };
    hold('the sum of periods', { account_id, target_id, visits, uniques });
  }
  const shown = totals.filter(({ dimension }) => dimension === 'impression');
  // A link has as many impressions as its page.
  for (const row of shown) hold('the impressions', { ...row, target_id: PAGE, uniques: row.visits });
  return { byName, sums };
}
