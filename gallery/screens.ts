// Draws every screen of the dashboard into docs/screens, one picture for each: by phone and by desk, light and dark.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { inScope } from '../drill/scope.ts';
import type { Window } from '../test/support/browser.ts';
import { ownScreens, publicScreens } from '../test/web/screens.ts';
import { openDashboardSite, signUp } from '../test/web/site.ts';

const folder = fileURLToPath(new URL('../docs/screens/', import.meta.url));
const views = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1280, height: 844, colorScheme: 'light' },
  { width: 1280, height: 844, colorScheme: 'dark' },
] as const;
const GAP = 16;
/** Of the pixels on the screen: enough to read. */
const SCALE = 0.6;

mkdirSync(folder, { recursive: true });
await inScope(async (scope) => {
  const site = await openDashboardSite(scope);
  const signedOut = await site.browser.open();
  const signedIn = await site.browser.open();
  await signUp(signedIn.tab, site.url, 'ada');
  for (const [path, heading] of publicScreens) await draw(signedOut, site.url, path, heading);
  for (const [path, heading] of ownScreens) await draw(signedIn, site.url, path, heading);
});

async function draw({ tab }: Window, url: string, path: string, heading: string): Promise<void> {
  const pictures: Buffer[] = [];
  for (const { width, height, colorScheme } of views) {
    await tab.setViewportSize({ width, height });
    await tab.emulateMedia({ colorScheme });
    await tab.goto(url + path);
    await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await tab.waitForLoadState('networkidle');
    pictures.push(await tab.screenshot());
  }
  const lefts = views.map((_, at) => views.slice(0, at).reduce((left, { width }) => left + width + GAP, 0));
  const width = views.reduce((sum, view) => sum + view.width + GAP, -GAP);
  const sheet = await sharp({ create: { width, height: views[0].height, channels: 3, background: '#8c948f' } })
    .composite(pictures.map((input, at) => ({ input, left: lefts[at]!, top: 0 })))
    .png()
    .toBuffer();
  const name = path === '/' ? 'page' : path.slice(1).replace(/\?.*/, '').replaceAll('/', '-');
  await sharp(sheet)
    .resize({ width: Math.round(width * SCALE) })
    .webp({ quality: 82 })
    .toFile(`${folder}${name}.webp`);
  console.log(name);
}
