// npm run contact-sheets
// Draws docs/pictures/themes.webp (every theme on a phone, light and, if it has one, dark) and docs/pictures/blocks.webp
// (every block on a phone and on a desktop). Check them after a change to how pages look.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { themes } from '../contract/page/themes.ts';
import { inScope } from '../bench/scope.ts';
import { type Browser, startBrowser, type View } from '../test/support/browser.ts';
import { engines } from '../test/support/engines.ts';
import { type BlockGiven, makePages, type PageGiven } from '../test/support/pages/pages.ts';
import { everyBlock, samplePage } from '../test/support/pages/sample-page.ts';
import { startServer } from '../test/support/server.ts';
import { freshDatabase } from '../test/support/store.ts';
import { drawSheet, type Picture } from './sheet.ts';

const PHONE = 390;
const DESKTOP = 1280;
/** Space around a block for shadows and outlines. */
const MARGIN = 12;
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

await mkdir(folder, { recursive: true });
await inScope(async (scope) => {
  const databaseUrl = await freshDatabase(scope, engines.find(({ name }) => name === 'sqlite')!);
  const blocks = everyBlock();
  const [shown] = await makePages(databaseUrl, [
    { ...samplePage({ username: 'every-block' }), blocks },
    ...themes.map(({ name }) => themePage(name)),
  ]);
  const { url } = await startServer(scope, { DATABASE_URL: databaseUrl });
  const browser = await startBrowser(scope);

  const faces: Picture[] = [];
  for (const theme of themes) {
    for (const scheme of 'night' in theme && theme.night ? (['light', 'dark'] as const) : (['light'] as const)) {
      const view = { width: PHONE, height: 844, scheme };
      const image = await photograph(browser, `${url}/theme-${theme.name}`, view);
      faces.push({ label: scheme === 'dark' ? `${theme.title}, dark` : theme.title, image });
    }
  }
  await save(
    'themes',
    await drawSheet(browser, [{ title: 'Themes', columnWidth: 245, inRows: true, pictures: faces }]),
  );

  const groups = [];
  for (const { title, width, columnWidth } of [
    { title: `On a phone (${PHONE} px)`, width: PHONE, columnWidth: 300 },
    { title: `On a desktop (${DESKTOP} px)`, width: DESKTOP, columnWidth: 410 },
  ]) {
    const images = await photographBlocks(browser, `${url}/every-block`, { width }, shown!.blockIds);
    groups.push({
      title,
      columnWidth,
      pictures: images.map((image, index) => ({ label: labelOf(blocks[index]!), image })),
    });
  }
  await save('blocks', await drawSheet(browser, groups));
});

function labelOf({ block, settings }: BlockGiven): string {
  const { layout } = (settings ?? {}) as { layout?: string };
  return layout === undefined ? block : `${block}, ${layout}`;
}

/** What fits on a phone and shows a theme: header, links of each kind, a text and a form. */
function themePage(theme: string): PageGiven {
  const [heading, text, stack, thumbnails, , , , , , , , signup] = everyBlock() as BlockGiven[];
  const links = { ...stack!, items: stack!.items!.slice(0, 2) };
  const pictured = { ...thumbnails!, items: thumbnails!.items!.slice(0, 1) };
  return {
    ...samplePage({ username: `theme-${theme}` }),
    customize: { theme },
    blocks: [{ block: 'social' }, links, pictured, text!, signup!, heading!],
  };
}

async function photograph(browser: Browser, address: string, view: View): Promise<Buffer> {
  const window = await browser.open({ ...view, scripts: false });
  await window.tab.goto(address, { waitUntil: 'networkidle' });
  const image = await window.tab.screenshot();
  await window.close();
  return image;
}

async function photographBlocks(browser: Browser, address: string, view: View, ids: number[]): Promise<Buffer[]> {
  const window = await browser.open({ ...view, scripts: false });
  await window.tab.goto(address, { waitUntil: 'networkidle' });
  const images: Buffer[] = [];
  for (const id of ids) {
    const { x, y, width, height } = (await window.tab.locator(`#b${id}`).boundingBox())!;
    const clip = { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
    images.push(await window.tab.screenshot({ fullPage: true, clip }));
  }
  await window.close();
  return images;
}

async function save(name: string, image: Buffer): Promise<void> {
  await writeFile(`${folder}${name}.webp`, image);
  console.log(`docs/pictures/${name}.webp: ${Math.round(image.length / 1000)} kB`);
}
