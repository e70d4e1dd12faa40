// The service's own sign: a fingerpost, drawn so that it is still one at sixteen pixels.
import { html } from './html.ts';

export const favicon = html`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
<rect width="64" height="64" rx="14" fill="#076246"/>
<g fill="#fff"><rect x="28" y="6" width="8" height="52" rx="4"/><path d="M16 12h26a4 4 0 0 1 2.8 1.2L52 20l-7.2 6.8A4 4 0 0 1 42 28H16a3 3 0 0 1-3-3V15a3 3 0 0 1 3-3Z"/><path d="M48 32H26a4 4 0 0 0-2.8 1.2L16 40l7.2 6.8A4 4 0 0 0 26 48h22a3 3 0 0 0 3-3V35a3 3 0 0 0-3-3Z"/></g>
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
