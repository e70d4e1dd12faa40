// Draws every screen of the dashboard into docs/screens, one picture for each: by phone and by desk, light and dark. They
// show the demo account.
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page as Tab } from 'playwright-core';
import sharp from 'sharp';
import { inScope } from '../bench/scope.ts';
import { createDemo } from '../server/demo/index.ts';
import { issueSignInLink } from '../server/domain/sign-in/sign-in-links.ts';
import { createOrigins } from '../server/http/origins.ts';
import type { Window } from '../test/support/browser.ts';
import { PASSWORD } from '../test/support/browser-session.ts';
import { ownScreens, publicScreens } from '../test/web/screens.ts';
import { type DashboardSite, openDashboardSite } from '../test/web/site.ts';
import { ownStates, publicStates, type State } from '../test/web/states/index.ts';

const folder = fileURLToPath(new URL('../docs/screens/', import.meta.url));
const views = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1280, height: 844, colorScheme: 'light' },
  { width: 1280, height: 844, colorScheme: 'dark' },
] as const;
const IDLE_MS = 10_000;
const GAP = 16;
const MARGIN_COLOUR = '#8c948f';
/** Of the pixels on the screen: enough to read. */
const SCALE = 0.6;
const QUALITY = 80;
/** What is further down is left out. */
const MAX_HEIGHT = 1700;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await inScope(async (scope) => {
  const site = await openDashboardSite(scope);
  const signedIn = await openAsDemo(site);
  const visitor = await site.browser.open();
  await drawScreens(site, visitor, publicScreens);
  await drawStates(site, visitor, publicStates);
  await drawScreens(site, signedIn, ownScreens);
  // One of the states adds it.
  await post(signedIn, `${site.url}/api/v1/user/social`, { whatsapp: null });
  await drawStates(site, signedIn, ownStates);
});

async function drawScreens(
  site: DashboardSite,
  window: Window,
  screens: readonly [path: string, heading: string][],
): Promise<void> {
  const { tab } = window;
  for (const [path, heading] of screens) {
    await tab.setViewportSize({ width: 1280, height: 844 });
    await tab.goto(site.url + path);
    await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await draw(window, path === '/' ? 'page' : path.slice(1).replace(/\?.*/, '').replaceAll('/', '-'));
  }
}

async function drawStates(site: DashboardSite, window: Window, states: readonly State[]): Promise<void> {
  const { tab } = window;
  for (const { name, path, reach } of states) {
    // On a busy machine the sign-in is not fresh any more. Some states end the session; then this does nothing.
    await window.context.request.post(`${site.url}/api/v1/auth/reauthenticate`, {
      headers: { origin: site.url },
      data: { password: PASSWORD },
    });
    await tab.setViewportSize({ width: 1280, height: 844 });
    await tab.goto(site.url + path);
    await reach(window, site);
    await draw(window, name);
  }
}

/** By a link, since the demo account has no password; then it gets one. */
async function openAsDemo(site: DashboardSite): Promise<Window> {
  const { api, url } = site;
  const clock = () => api.clock.now;
  const demo = await createDemo({ store: api.store, clock, visits: api.visits });
  if (!demo) throw new Error('The demo account was not created.');
  const window = await site.browser.open();
  // The network would never be idle.
  await window.context.route('**/api/v1/analytics/live/stream', (route) => route.abort());
  const origins = createOrigins(api.config);
  await window.tab.goto(await issueSignInLink({ store: api.store, clock, origins }, demo.accountId));
  await window.tab.getByRole('heading', { level: 1, name: 'Your page' }).waitFor();
  await post(window, `${url}/api/v1/account/password`, { password: PASSWORD });
  return window;
}

async function post({ context }: Window, url: string, data: object): Promise<void> {
  const answer = await context.request.post(url, { headers: { origin: new URL(url).origin }, data });
  if (!answer.ok()) throw new Error(`${url}: ${await answer.text()}`);
}

/** The frames of previews load by themselves. Behind a dialog they may stay as they are. */
async function showsPreviews(tab: Tab): Promise<void> {
  const frames = await tab.locator('iframe:visible').all();
  const loaded = frames.map((frame) => frame.contentFrame().locator('h1').waitFor({ timeout: IDLE_MS }));
  const outcomes = await Promise.allSettled(loaded);
  if (outcomes.some(({ status }) => status === 'rejected')) console.log('A preview is not shown in:');
}

async function draw({ tab }: Window, name: string): Promise<void> {
  const pictures: Buffer[] = [];
  for (const { width, height, colorScheme } of views) {
    await tab.setViewportSize({ width, height });
    await tab.emulateMedia({ colorScheme });
    await tab.locator('[aria-busy=true]:not(form)').first().waitFor({ state: 'detached' });
    // A frame that loads when it comes into view can keep the network from being idle.
    await tab.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => undefined);
    const contentHeight = await tab.locator('html').evaluate((root) => root.scrollHeight);
    await tab.setViewportSize({ width, height: Math.min(Math.max(contentHeight, height), MAX_HEIGHT) });
    await showsPreviews(tab);
    pictures.push(await tab.screenshot());
  }
  const sizes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
  const lefts = views.map((_, at) => views.slice(0, at).reduce((left, { width }) => left + width + GAP, 0));
  const width = views.reduce((sum, view) => sum + view.width + GAP, -GAP);
  const height = Math.max(...sizes.map((size) => size.height));
  const sheet = await sharp({ create: { width, height, channels: 3, background: MARGIN_COLOUR } })
    .composite(pictures.map((input, at) => ({ input, left: lefts[at]!, top: 0 })))
    .png()
    .toBuffer();
  await sharp(sheet)
    .resize({ width: Math.round(width * SCALE) })
    .webp({ quality: QUALITY })
    .toFile(`${folder}${name}.webp`);
  console.log(name);
}
