import { type Html, html } from '../html.ts';
import type { Chance } from './palette.ts';

export const fontFamily =
  "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif,'Apple Color Emoji'," +
  "'Segoe UI Emoji','Noto Color Emoji'";

/** A gradient with two soft lights in it, filling a picture of the given size. */
export function backdrop(chance: Chance, width: number, height: number): Html {
  const { from, to, glow } = chance.palette;
  const angle = chance.between(20, 70) * (Math.PI / 180);
  const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => (part * 100).toFixed(1));
  const side = chance.pick([0, 1]);
  const light = { x: point(chance, side), y: point(chance, 1) };
  const shade = { x: point(chance, 1 - side), y: point(chance, 0) };
  return html`<defs>
<linearGradient id="base" x1="0%" y1="0%" x2="${x!}%" y2="${y!}%"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
<radialGradient id="light" cx="${light.x}%" cy="${light.y}%" r="75%"><stop stop-color="${glow}"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient>
<radialGradient id="shade" cx="${shade.x}%" cy="${shade.y}%" r="70%"><stop stop-color="${from}"/><stop offset="1" stop-color="${from}" stop-opacity="0"/></radialGradient>
</defs>
<rect width="${width}" height="${height}" fill="url(#base)"/>
<rect width="${width}" height="${height}" fill="url(#light)"/>
<rect width="${width}" height="${height}" fill="url(#shade)"/>`;
}

/** Somewhere near the edge: 0 for left or top, 1 for right or bottom. */
function point(chance: Chance, edge: number): string {
  return chance.between(edge * 85 - 5, edge * 85 + 20).toFixed(1);
}
