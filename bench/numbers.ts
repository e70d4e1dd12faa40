// The numbers screen in a real browser: how soon after its request it is drawn as a whole, for an account with many visits
// and for one with none.
import type { Page as Tab } from 'playwright-core';
import { createAccount } from '../server/domain/accounts/accounts.ts';
import { commandLine } from '../server/domain/accounts/actor.ts';
import { issueSignInLink } from '../server/domain/sign-in/sign-in-links.ts';
import { createClock } from '../server/system/clock.ts';
import { startBrowser } from '../test/support/browser.ts';
import { type BenchOptions, type Figure, median, type Outcome, spread, thousands } from './bench.ts';
import { inFolder, keepingVisits, type Prepared, withStore } from './database.ts';
import { freePort, startService } from './processes.ts';
import { addRecent } from './reads/recent.ts';
import { inScope } from './scope.ts';
import { yearOfVisits } from './year.ts';

const SIZE = 1_000_000;
/** Targets are for this many. */
const FULL_SIZE = 10_000_000;
const PATIENCE_MS = 60_000;
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The same year for all. */
const screens = [
  { name: 'without a filter', path: '/stats?range=12mo', limitMs: 1000 },
  { name: 'with one filter', path: '/stats?range=12mo&country=de', limitMs: 1500 },
];

export async function numbers(options: BenchOptions): Promise<Outcome> {
  const size = options.full ? FULL_SIZE : SIZE;
  return inFolder(async (folder) => {
    const busy = await yearOfVisits(folder, size, options);
    await addRecent(busy);
    const port = await freePort();
    const links = await signInLinks(busy, port);
    const { url } = await startService(busy.url, { ...keepingVisits, DASHBOARD_PORT: String(port) });
    const times = await measure(links, `http://localhost:${port}`, `${url}/bench`, options);
    return { figures: screens.flatMap(({ limitMs }, index) => figuresOf(times, index, limitMs)), notes: notes(size) };
  });
}

interface Links {
  busy: string;
  empty: string;
}

/** The times of each account and screen. */
type Times = Record<keyof Links, number[][]>;

async function signInLinks(busy: Prepared, port: number): Promise<Links> {
  return withStore(busy.url, async (store) => {
    const clock = createClock();
    const somebody = { username: 'nobody-came', email: 'nobody@example.com' };
    const emptyId = await createAccount(store, somebody, commandLine, clock());
    const dashboard = `http://localhost:${port}`;
    const origins = { dashboard: () => dashboard, dashboardLink: (path: string) => dashboard + path };
    const linkFor = (accountId: number) => issueSignInLink({ store, clock, origins }, accountId);
    return { busy: await linkFor(busy.accountId), empty: await linkFor(emptyId) };
  });
}

async function measure(links: Links, dashboard: string, page: string, options: BenchOptions): Promise<Times> {
  return inScope(async (scope) => {
    const browser = await startBrowser(scope);
    const tabs = {} as Record<keyof Links, Tab>;
    for (const account of ['busy', 'empty'] as const) {
      const { tab } = await browser.open({ width: 1280, height: 900 });
      await tab.goto(links[account]);
      await tab.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
      tabs[account] = tab;
    }
    const times: Times = { busy: screens.map(() => []), empty: screens.map(() => []) };
    // The first round fills the caches of browser and database.
    for (let round = 0; round <= options.rounds; round += 1) {
      for (const [index, { name, path }] of screens.entries()) {
        for (const account of ['busy', 'empty'] as const) {
          // Another visit, so that no answer is one of before.
          await fetch(page, { headers: { 'user-agent': USER_AGENT } });
          const ms = await untilDrawn(tabs[account], dashboard + path);
          if (round > 0) times[account][index]!.push(ms);
          options.say(`numbers, ${name}, ${account}: ${Math.round(ms)} ms`);
        }
      }
    }
    return times;
  });
}

/** Milliseconds from the request of the screen until every part of it is on the screen. */
async function untilDrawn(tab: Tab, address: string): Promise<number> {
  await tab.goto(address, { waitUntil: 'commit' });
  return tab.evaluate<number>(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('It is not drawn yet.')), ${PATIENCE_MS});
    const isDrawn = () =>
      document.querySelector('main h1') && document.querySelector('main svg') && !document.querySelector('main [aria-busy=true]');
    const look = () => requestAnimationFrame(isDrawn() ? () => resolve(performance.now()) : look);
    look();
  })`);
}

function figuresOf({ busy, empty }: Times, index: number, limitMs: number): Figure[] {
  const { name } = screens[index]!;
  const [many, none] = [busy[index]!, empty[index]!];
  return [
    {
      name: `drawn ${name}`,
      figure: `${spread(many, 0)} ms, ${(median(many) / median(none)).toFixed(2)} times an empty account`,
      target: `≤ ${thousands(limitMs)} ms`,
      met: median(many) <= limitMs,
    },
    { name: `drawn ${name}, empty account`, figure: `${spread(none, 0)} ms` },
  ];
}

function notes(size: number): string[] {
  return [
    `One account with ${thousands(size)} visits over a year on SQLite, one with none. The screen shows twelve months against the twelve before, with all its cards and the live visitors, 1280 pixels wide.`,
    'From the navigation until the frame after the one in which no part is loading any more; the code is in the cache of the browser, as on the second visit. The service, the browser and the bench share the machine.',
    ...(size === FULL_SIZE ? [] : [`Targets are for ${thousands(FULL_SIZE)} visits, which "--full" uses.`]),
  ];
}
