import type { Html } from '../html.ts';
import { type Ground, groundSvg } from './drawing.ts';
import type { Random } from './palette.ts';

export const fontFamily =
  "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif,'Apple Color Emoji'," +
  "'Segoe UI Emoji','Noto Color Emoji'";

/** A gradient with two soft glows. */
export function groundOf(random: Random): Ground {
  const { from, to, glow } = random.palette;
  const angle = random.between(20, 70) * (Math.PI / 180);
  const side = random.pick([0, 1]);
  return {
    from,
    to,
    towards: { x: Math.cos(angle), y: Math.sin(angle) },
    lights: [
      { colour: glow, centre: { x: edge(random, side), y: edge(random, 1) }, radius: 0.75 },
      { colour: from, centre: { x: edge(random, 1 - side), y: edge(random, 0) }, radius: 0.7 },
    ],
  };
}

/** The same, filling a picture of the given size. */
export function backgroundSvg(random: Random, width: number, height: number): Html {
  return groundSvg(groundOf(random), width, height);
}

/** Somewhere near the edge: 0 for left or top, 1 for right or bottom. */
function edge(random: Random, end: number): number {
  return random.between(end * 0.85 - 0.05, end * 0.85 + 0.2);
}
