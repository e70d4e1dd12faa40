// A contact sheet: many labelled pictures in columns, as one picture, laid out by a browser.
import type { Browser } from '../test/support/browser.ts';

export interface Picture {
  label: string;
  /** PNG. */
  image: Buffer;
}

export interface Group {
  title: string;
  columnWidth: number;
  /** Pictures of one size are in rows; others fill columns. */
  inRows?: boolean;
  pictures: Picture[];
}

const WIDTH = 1640;
const QUALITY = 80;

const style = `
body{margin:0;padding:24px;box-sizing:border-box;width:${WIDTH}px;background:#e9e9ec;color:#222;font:15px/1.4 system-ui,sans-serif}
h1{margin:16px 0;font-size:26px}
div{gap:20px}
.rows{display:grid}
figure{break-inside:avoid;margin:0;background:#fff;border-radius:10px;overflow:hidden;box-shadow:0 1px 4px #0003}
figcaption{padding:6px 12px;font-weight:600}
figure+figure{margin-block-start:20px}
.rows figure{margin:0}
img{display:block;width:100%}`;

/** WebP. */
export async function drawSheet(browser: Browser, groups: readonly Group[]): Promise<Buffer> {
  const window = await browser.open({ width: WIDTH, height: 1000, scripts: false });
  const sheet = groups.map(({ title, columnWidth, inRows = false, pictures }) => {
    const figures = pictures.map(({ label, image }) => {
      return `<figure><figcaption>${label}</figcaption><img src="data:image/png;base64,${image.toString('base64')}"></figure>`;
    });
    const layout = inRows
      ? `class="rows" style="grid-template-columns:repeat(auto-fill,minmax(${columnWidth}px,1fr))"`
      : `style="columns:${columnWidth}px"`;
    return `<h1>${title}</h1><div ${layout}>${figures.join('')}</div>`;
  });
  await window.tab.setContent(`<!doctype html><style>${style}</style>${sheet.join('')}`, { waitUntil: 'load' });
  const height = await window.tab.locator('html').evaluate((root) => root.scrollHeight);
  const session = await window.context.newCDPSession(window.tab);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: WIDTH, height, scale: 1 },
  });
  await window.close();
  return Buffer.from(data, 'base64');
}
