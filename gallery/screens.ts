// Draws every screen of the dashboard into docs/screens, one picture for each: by phone and by desk, light and dark. They
// show the demo account.
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { inScope } from '../drill/scope.ts';
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
  await drawAll(site, await site.browser.open(), publicScreens, publicStates);
  await drawAll(site, signedIn, ownScreens, ownStates);
});

async function drawAll(
  site: DashboardSite,
  window: Window,
  screens: readonly [path: string, heading: string][],
  states: readonly State[],
): Promise<void> {
  const { tab } = window;
  for (const [path, heading] of screens) {
    await tab.setViewportSize({ width: 1280, height: 844 });
    await tab.goto(site.url + path);
    await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await draw(window, path === '/' ? 'page' : path.slice(1).replace(/\?.*/, '').replaceAll('/', '-'));
  }
  for (const { name, path, reach } of states) {
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
  const origins = createOrigins(api.config);
  await window.tab.goto(await issueSignInLink({ store: api.store, clock, origins }, demo.accountId));
  await window.tab.getByRole('heading', { level: 1, name: 'Your page' }).waitFor();
  await window.context.request.post(`${url}/api/v1/account/password`, {
    headers: { origin: url },
    data: { password: PASSWORD },
  });
  return window;
}

async function draw({ tab }: Window, name: string): Promise<void> {
  const pictures: Buffer[] = [];
  for (const { width, height, colorScheme } of views) {
    await tab.setViewportSize({ width, height });
    await tab.emulateMedia({ colorScheme });
    await tab.locator('[aria-busy=true]:not(form)').first().waitFor({ state: 'detached' });
    await tab.waitForLoadState('networkidle');
    const contentHeight = await tab.locator('html').evaluate((root) => root.scrollHeight);
    await tab.setViewportSize({ width, height: Math.min(Math.max(contentHeight, height), MAX_HEIGHT) });
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
