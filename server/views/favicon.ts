// The service's own sign: a fingerpost, drawn so that it is still one at sixteen pixels.
import { html } from './html.ts';

export const favicon = html`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
<rect width="64" height="64" rx="14" fill="#076246"/>
<g fill="#fff"><rect x="29" y="8" width="6" height="50" rx="3"/><path d="M17 14h25a3 3 0 0 1 2.2 1L51 22l-6.8 7a3 3 0 0 1-2.2 1H17a3 3 0 0 1-3-3V17a3 3 0 0 1 3-3Z"/><path d="M47 33H27a3 3 0 0 0-2.2 1L18 41l6.8 7a3 3 0 0 0 2.2 1h20a3 3 0 0 0 3-3V36a3 3 0 0 0-3-3Z"/></g>
</svg>
`.toString();

export const faviconSizes = [16, 32, 48] as const;

/** An icon file with a PNG for each size. */
export function iconFile(pngs: readonly { size: number; png: Buffer }[]): Buffer {
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
