// The favicon of the service: a fingerpost that is still recognisable at 16 pixels.
import { type Drawing, drawingSvg, polygon, rectangle } from './pictures/drawing.ts';

const side = 64;
const sign: Drawing = {
  width: side,
  height: side,
  shapes: [
    { path: rectangle(0, 0, side, side, 14), colour: '#076246' },
    { path: rectangle(28, 6, 8, 52, 4), colour: '#fff' },
    {
      path: polygon([
        [13, 12, 3],
        [43, 12, 2],
        [52, 20],
        [43, 28, 2],
        [13, 28, 3],
      ]),
      colour: '#fff',
    },
    {
      path: polygon([
        [51, 32, 3],
        [25, 32, 2],
        [16, 40],
        [25, 48, 2],
        [51, 48, 3],
      ]),
      colour: '#fff',
    },
  ],
};

const sizes = [16, 32, 48];

/** The size is `scale` × 64 pixels. */
export function faviconSvg(scale = 1): string {
  return drawingSvg(sign, scale);
}

/** An .ico file; `toPng` renders an SVG. */
export async function faviconIcon(toPng: (svg: string) => Promise<Buffer>): Promise<Buffer> {
  const pngs = await Promise.all(sizes.map((size) => toPng(faviconSvg(size / side))));
  return iconFile(sizes.map((size, index) => ({ size, png: pngs[index]! })));
}

/** An icon file with a PNG for each size. */
function iconFile(pngs: readonly { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pngs.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pngs.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pngs.entries()) {
    const at = 6 + 16 * index;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pngs.map(({ png }) => png)]);
}
