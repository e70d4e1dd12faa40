// A URL as a QR code, for print and screens. Error correction level M tolerates creases and stains. The quiet zone is
// as wide as the standard requires, because not every reader works without it.

import { encode } from 'uqr';
import { html } from './html.ts';

/** The capacity at level M. */
const MAX_BYTES = 2331;
const QUIET = 4;

/** The dark modules, row by row, without the quiet zone. */
export type Code = readonly (readonly boolean[])[];

/** Undefined if the text is too long for any code. */
export function codeOf(text: string): Code | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return undefined;
  return encode(text, { ecc: 'M', border: 0 }).data;
}

/** Its width in modules, including the quiet zone: the minimum size in pixels. */
export function widthOf(code: Code): number {
  return code.length + 2 * QUIET;
}

export function codeSvg(code: Code, label: string): string {
  const width = widthOf(code);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width * 8}" height="${width * 8}" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges" role="img" aria-label="${label}">
<rect width="${width}" height="${width}" fill="#fff"/>
<path d="${barsOf(code, 1, QUIET)}"/>
</svg>`.toString();
}

/** For a PNG of exactly this width: modules are whole pixels, and the remainder goes to the quiet zone. */
export function codePixels(code: Code, size: number): string {
  const scale = Math.floor(size / widthOf(code));
  const margin = Math.floor((size - code.length * scale) / 2);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
<rect width="${size}" height="${size}" fill="#fff"/>
<path d="${barsOf(code, scale, margin)}"/>
</svg>`.toString();
}

function barsOf(code: Code, scale: number, margin: number): string {
  const bar = (x: number, y: number, length: number) =>
    `M${margin + x * scale} ${margin + y * scale}h${length * scale}v${scale}h-${length * scale}z`;
  return code.flatMap((row, y) => runsOf(row).map(([x, length]) => bar(x, y, length))).join('');
}

/** Runs of dark modules: start and length. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    if (row[x - 1]) runs.at(-1)![1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
