// npm run lighthouse [-- PATH…]
// Prints Lighthouse's scores on a phone of a freshly started service: the demo page, the home page, the sign-in screen and
// the screens behind it; and the weight of the demo page. Every score below 100 is explained. Too low a score, or too much
// weight, exits with 1. Where only performance is too low, it is examined again: other work on the machine lowers it, and so
// does a processor slower than the one that Lighthouse's slowdown is meant for. Then the slowdown is less, and it says so.
// With paths of the dashboard, only those are examined.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import lighthouse, { type Result } from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '../bench/processes.ts';
import { inScope } from '../bench/scope.ts';
import { startBrowser } from '../test/support/browser.ts';
import { engines } from '../test/support/engines.ts';
import { startServer } from '../test/support/server.ts';
import { freshDatabase } from '../test/support/store.ts';

/** HTML and CSS together, compressed; without pictures and fonts. */
const MAX_BYTES = 14_000;
const MAX_ATTEMPTS = 3;
/** Of the processor, to be like that of a phone in the middle of the market. */
const SLOWDOWN = 4;
/** The benchmark index of the computers that this slowdown is meant for. */
const EXPECTED_INDEX = 1533;
/** The stream of live visitors never ends: the network is never quiet. */
const MAX_LOAD_MS = 15_000;
/** Characters; the beginning is enough. */
const MAX_OF_A_FINDING = 600;

interface Target {
  address: string;
  /** At least, by category; others are not examined. */
  scores: Record<string, number>;
}

const all = { performance: 1, accessibility: 1, 'best-practices': 1, seo: 1 };
const dashboard = { performance: 0.9, accessibility: 1, 'best-practices': 1 };

/** Screens of the dashboard for somebody who is signed in. */
const ownPaths = [
  '/',
  '/look',
  '/stats',
  '/sharing',
  '/history',
  '/entries',
  '/pixels',
  '/files',
  '/import',
  '/account',
  '/account/settings',
  '/account/activity',
  '/account/plan',
  '/account/data',
];

const isFine = await inScope(async (scope) => {
  const databaseUrl = await freshDatabase(scope, engines.find(({ name }) => name === 'sqlite')!);
  const [dashboardPort, debuggingPort] = [await freePort(), await freePort()];
  const settings = { DATABASE_URL: databaseUrl, DASHBOARD_PORT: String(dashboardPort), DEMO: 'on' };
  const { url, wrote } = await startServer(scope, settings);
  const dashboardUrl = `http://localhost:${dashboardPort}`;
  const [link] = await wrote(/http:\S+\/sign-in\/link\?token=\S+/);
  const weight = await weigh(`${url}/demo`);
  console.log(`HTML and CSS of the demo page: ${weight} bytes compressed, of ${MAX_BYTES}`);

  await startBrowser(scope, [`--remote-debugging-port=${debuggingPort}`]);
  const chosen = process.argv.slice(2);
  const everybody: Target[] = [
    { address: `${url}/demo`, scores: all },
    { address: `${url}/`, scores: dashboard },
    { address: `${dashboardUrl}/sign-in`, scores: dashboard },
  ];
  const targets = chosen.length > 0 ? [] : everybody;
  const own = (chosen.length > 0 ? chosen : ownPaths).map((path) => ({
    address: dashboardUrl + path,
    scores: dashboard,
  }));
  let isGood = weight <= MAX_BYTES;
  for (const target of targets) isGood = (await examine(target, debuggingPort)) && isGood;
  await signIn(link, debuggingPort);
  for (const target of own) isGood = (await examine(target, debuggingPort)) && isGood;
  return isGood;
});
process.exitCode = isFine ? 0 : 1;

async function examine(target: Target, port: number): Promise<boolean> {
  let slowdown = SLOWDOWN;
  for (let attempt = 1; ; attempt += 1) {
    const report = await reportOn(target, port, slowdown);
    const { benchmarkIndex } = report.environment;
    console.log(`\n${target.address}, ${slowdown.toFixed(1)} times slower than benchmark index ${benchmarkIndex}`);
    for (const { title, score } of Object.values(report.categories)) console.log(`${percent(score)}  ${title}`);
    const tooLow = Object.entries(target.scores)
      .filter(([id, least]) => (report.categories[id]?.score ?? 0) < least)
      .map(([id]) => id);
    const isWorthRepeating = tooLow.join() === 'performance' && attempt < MAX_ATTEMPTS;
    slowdown = Math.min(SLOWDOWN, Math.max(1, (SLOWDOWN * benchmarkIndex) / EXPECTED_INDEX));
    if (isWorthRepeating) continue;
    for (const line of shortfalls(report)) console.log(line);
    return tooLow.length === 0;
  }
}

async function reportOn({ address, scores }: Target, port: number, slowdown: number): Promise<Result> {
  const report = (
    await lighthouse(address, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: Object.keys(scores),
      // It would end the session.
      disableStorageReset: true,
      maxWaitForLoad: MAX_LOAD_MS,
      throttling: { cpuSlowdownMultiplier: slowdown },
    })
  )?.lhr;
  if (!report) throw new Error('Lighthouse gave no report.');
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  if (report.finalDisplayedUrl !== address) throw new Error(`${address} leads to ${report.finalDisplayedUrl}.`);
  return report;
}

/** Lighthouse uses the browser's own profile: it is signed in with the link that the service prints for the demo account. */
async function signIn(link: string, port: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const tab = await browser.contexts()[0]!.newPage();
  await tab.goto(link);
  await tab.getByRole('heading', { level: 1, name: 'Your page' }).waitFor();
  await tab.close();
  // Only the connection.
  await browser.close();
}

/** Every audit below 1 that counts in a category, with the reason. */
function shortfalls({ categories, audits }: Result): string[] {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { score, title: what, description, explanation, displayValue, errorMessage, details } = audits[id]!;
      if (weight === 0 || score === null || score >= 1) return [];
      const items = details && 'items' in details ? JSON.stringify(details.items).slice(0, MAX_OF_A_FINDING) : '';
      const why = [displayValue, explanation, errorMessage, items].filter(Boolean).join('\n  ');
      return [`\n${title}: ${id} ${percent(score)} (weight ${weight})\n  ${what}. ${description}\n  ${why}`];
    }),
  );
}

function percent(score: number | null): string {
  return score === null ? '  –' : String(Math.round(score * 100)).padStart(3);
}

/** The document with gzip, which every browser supports, and its style sheets, if any. */
async function weigh(page: string): Promise<number> {
  const document = await fetch(page);
  if (!document.ok) throw new Error(`${page} answered ${document.status}.`);
  const text = await document.text();
  const sheets = [...text.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)].map(([, path]) => path!);
  const weights = [page, ...sheets.map((path) => new URL(path, page).href)].map(transferred);
  return (await Promise.all(weights)).reduce((sum, bytes) => sum + bytes, 0);
}

async function transferred(address: string): Promise<number> {
  const request = get(address, { headers: { 'accept-encoding': 'gzip' }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  return response.headers['content-encoding'] === 'gzip' ? body.length : gzipSync(body).length;
}
