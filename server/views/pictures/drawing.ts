// A drawing as data, so that tests can inspect it: a background and filled shapes. It is rendered as SVG.

import { type Html, html, trusted } from '../html.ts';

export interface Drawing {
  width: number;
  height: number;
  ground?: Ground;
  shapes: Shape[];
}

export interface Shape {
  /** Path data with absolute M, L, Q and Z only. */
  path: string;
  x?: number;
  y?: number;
  colour: string;
  opacity?: number;
  /** The text, if the shape is text. */
  text?: string;
}

/** A gradient from the top left corner towards a point, with two glows. Positions are fractions of the size. */
export interface Ground {
  from: string;
  to: string;
  towards: Point;
  lights: { colour: string; centre: Point; radius: number }[];
}

export interface Point {
  x: number;
  y: number;
}

/** A corner with its radius. */
export type Corner = readonly [x: number, y: number, radius?: number];

export function polygon(corners: readonly Corner[]): string {
  const towards = ([x, y]: Corner, [toX, toY]: Corner, distance: number) => {
    const part = distance / Math.hypot(toX - x, toY - y);
    return `${round(x + (toX - x) * part)} ${round(y + (toY - y) * part)}`;
  };
  const parts = corners.map((corner, index) => {
    const [x, y, radius = 0] = corner;
    const before = corners.at(index - 1)!;
    const after = corners[(index + 1) % corners.length]!;
    if (radius === 0) return `L${x} ${y}`;
    return `L${towards(corner, before, radius)}Q${x} ${y} ${towards(corner, after, radius)}`;
  });
  return `${parts.join('').replace('L', 'M')}Z`;
}

export function rectangle(x: number, y: number, width: number, height: number, radius: number): string {
  const [right, bottom] = [x + width, y + height];
  return polygon([
    [x, y, radius],
    [right, y, radius],
    [right, bottom, radius],
    [x, bottom, radius],
  ]);
}

/** Eight arcs: the difference from a circle is invisible. */
export function circle(x: number, y: number, radius: number): string {
  const at = (eighth: number, distance: number) => {
    const angle = (eighth * Math.PI) / 4;
    return `${round(x + distance * Math.cos(angle))} ${round(y + distance * Math.sin(angle))}`;
  };
  const outer = radius / Math.cos(Math.PI / 8);
  const arcs = Array.from({ length: 8 }, (_, index) => `Q${at(index + 0.5, outer)} ${at(index + 1, radius)}`);
  return `M${at(0, radius)}${arcs.join('')}Z`;
}

export function groundSvg({ from, to, towards, lights }: Ground, width: number, height: number): Html {
  const percent = (part: number) => `${(part * 100).toFixed(1)}%`;
  const gradients = lights.map(
    ({ colour, centre, radius }, index) =>
      html`<radialGradient id="light${index}" cx="${percent(centre.x)}" cy="${percent(centre.y)}" r="${percent(radius)}"><stop stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>\n`,
  );
  const fills = ['base', ...lights.map((_, index) => `light${index}`)];
  return html`<defs>
<linearGradient id="base" x1="0%" y1="0%" x2="${percent(towards.x)}" y2="${percent(towards.y)}"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
${gradients}</defs>
${fills.map((fill) => html`<rect width="${width}" height="${height}" fill="url(#${fill})"/>\n`)}`;
}

/** Scaled by `scale`. */
export function drawingSvg({ width, height, ground, shapes }: Drawing, scale = 1): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">
${ground ? groundSvg(ground, width, height) : ''}${shapes.map(shapeSvg)}</svg>
`.toString();
}

function shapeSvg({ path, colour, x, y, opacity }: Shape): Html {
  const transform = x || y ? html` transform="translate(${x ?? 0} ${y ?? 0})"` : '';
  const transparency = opacity === undefined ? '' : html` fill-opacity="${opacity}"`;
  return html`<path fill="${colour}"${transparency}${transform} d="${trusted(path)}"/>\n`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
